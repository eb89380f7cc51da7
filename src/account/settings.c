#include "settings.h"

#include <json-c/json.h>

static const char reset_body[] = "<p>We heard that you lost your password. Sorry about that!</p>\n\n<p>But don’t "
				 "worry! You can use the following link "
				 "to reset your password:</p>\n<p><%= URL %>?code=<%= TOKEN %></p>\n\n<p>Thanks.</p>";
static const char confirmation_body[] = "<p>Thank you for registering!</p>\n\n<p>You have to confirm your email "
					"address. Please click on the link below.</p>"
					"\n\n<p><%= URL %>?confirmation=<%= CODE %></p>\n\n<p>Thanks.</p>";

bool settings_read_object(struct store_session *session, const char *key, struct json_object **object,
                          struct error *error)
{
	struct slice text;
	*object = NULL;
	if (!store_setting(session, key, &text, error))
		return false;
	struct json_object *found = json_parse_stored(text);
	if (json_object_is_type(found, json_type_object))
		*object = found;
	else
		json_object_put(found);
	return true;
}

static bool flag_of(struct json_object *object, const char *name)
{
	struct json_object *value;
	return json_find(object, name, &value) && json_object_get_boolean(value);
}

static const char *text_of(struct arena *arena, struct json_object *object, const char *name, const char *otherwise)
{
	struct json_object *value;
	if (!json_find(object, name, &value) || !json_object_is_type(value, json_type_string))
		return otherwise;
	return arena_copy(arena, slice_of(json_object_get_string(value)));
}

static void read_advanced(struct arena *arena, struct json_object *object, struct settings_of_accounts *settings)
{
	settings->allow_register = flag_of(object, "allow_register");
	settings->confirm_email = flag_of(object, "email_confirmation");
	settings->unique_email = flag_of(object, "unique_email");
	settings->reset_url = text_of(arena, object, "email_reset_password", "");
	settings->redirect = text_of(arena, object, "email_confirmation_redirection", NULL);
	settings->default_role = text_of(arena, object, "default_role", "");
}

static void read_template(struct arena *arena, struct json_object *object, const char *name,
                          struct mail_template *mail_template)
{
	struct json_object *mail, *options, *from;
	if (!json_find(object, name, &mail) || !json_find(mail, "options", &options) ||
	    !json_object_is_type(options, json_type_object))
		return;
	mail_template->subject = text_of(arena, options, "object", "");
	mail_template->body = text_of(arena, options, "message", "");
	mail_template->reply_to = text_of(arena, options, "response_email", "");
	if (!json_find(options, "from", &from))
		return;
	mail_template->from_name = text_of(arena, from, "name", "");
	mail_template->from_email = text_of(arena, from, "email", "");
}

/* As in Strapi, a provider that the settings leave out is disabled. */
static bool allows_local(struct json_object *grant)
{
	struct json_object *email;
	return !grant || (json_find(grant, "email", &email) && flag_of(email, "enabled"));
}

bool settings_read_accounts(struct store_session *session, struct arena *arena, struct settings_of_accounts *settings,
                            struct error *error)
{
	struct json_object *advanced = NULL, *email = NULL, *grant = NULL;
	*settings = (struct settings_of_accounts){
	    .allow_register = true,
	    .unique_email = true,
	    .reset_url = "",
	    .default_role = "authenticated",
	    .reset = {"Administration Panel", "no-reply@strapi.io", "", "Reset password", reset_body},
	    .confirmation = {"Administration Panel", "no-reply@strapi.io", "", "Account confirmation",
	                     confirmation_body},
	};
	bool done = settings_read_object(session, "plugin_users-permissions_advanced", &advanced, error) &&
	            settings_read_object(session, "plugin_users-permissions_email", &email, error) &&
	            settings_read_object(session, "plugin_users-permissions_grant", &grant, error);
	if (advanced)
		read_advanced(arena, advanced, settings);
	if (email) {
		read_template(arena, email, "reset_password", &settings->reset);
		read_template(arena, email, "email_confirmation", &settings->confirmation);
	}
	settings->local_sign_in = allows_local(grant);
	json_object_put(advanced);
	json_object_put(email);
	json_object_put(grant);
	return done;
}
