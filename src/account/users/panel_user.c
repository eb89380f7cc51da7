/* Users of the content API, as an admin changes them in the panel's content manager. */
#include "account/account_state.h"
#include "account/text.h"
#include "user.h"

bool account_check_panel_user(struct arena *arena, struct json_object *json, bool creation, struct error *error)
{
	const unsigned required = creation ? INPUT_REQUIRED : 0;
	struct input input;
	if (!input_begin(&input, arena, json, error))
		return false;
	input_check_text(&input, "email", required | INPUT_EMAIL | (creation ? 0 : INPUT_NOT_EMPTY));
	input_check_text(&input, "username", required | INPUT_NOT_EMPTY);
	input_check_text(&input, "password", required | INPUT_NOT_EMPTY);
	input_check_role(&input, creation);
	return input_end(&input, error);
}

static struct slice text_of(struct json_object *json, const char *name)
{
	struct json_object *value = json_member(json, name);
	return value ? json_string(value) : SLICE("");
}

static bool refuse_taken(const struct account_call *call, struct store_session *session, const char *attribute,
                         struct slice text, int64_t id, const char *message, struct error *error)
{
	bool taken;
	return user_is_taken(call, session, attribute, text, id, &taken, error) &&
	       (!taken || account_refuse(error, message));
}

/* Codes were mailed to the address that the user had: they prove nothing of another one. */
static bool delete_codes(const struct account_call *call, struct store_session *session, int64_t id,
                         struct json_object *data, struct error *error)
{
	struct account_user user;
	if (!json_member(data, "email"))
		return true;
	if (!user_find(call, session, user_has_id(call, id), &user, error))
		return false;
	if (slice_equals(user.email, text_of(data, "email")))
		return true;
	json_object_object_add(data, "resetPasswordToken", NULL);
	json_object_object_add(data, "confirmationToken", NULL);
	return true;
}

static bool complete_new(const struct account_call *call, struct store_session *session, const char *default_role,
                         struct json_object *data, struct error *error)
{
	struct json_object *role = json_member(data, "role");
	int64_t id;
	json_object_object_add(data, "provider", json_object_new_string("local"));
	if (!json_member(data, "email"))
		json_object_object_add(data, "email", json_object_new_string(""));
	if (role && json_is_truthy(role))
		return true;
	if (!user_role_id(call, session, default_role, &id, error))
		return false;
	if (!id)
		return account_refuse(error, "Impossible to find the default role");
	json_object_object_add(data, "role", json_object_new_int64(id));
	return true;
}

bool account_prepare_panel_user(struct accounts *accounts, struct store_session *session, struct arena *arena,
                                int64_t id, struct json_object *sent, struct json_object *data, struct error *error)
{
	const struct account_call call = {.accounts = accounts, .arena = arena};
	const struct slice email = text_lower_case(arena, text_of(sent, "email"));
	struct settings_of_accounts settings;
	if (!settings_read_accounts(session, arena, &settings, error))
		return false;
	if (json_member(sent, "username") &&
	    !refuse_taken(&call, session, "username", text_of(sent, "username"), id, "Username already taken", error))
		return false;
	if (email.len && settings.unique_email &&
	    !refuse_taken(&call, session, "email", email, id, "Email already taken", error))
		return false;
	if (json_member(data, "email") && (!id || settings.unique_email))
		json_object_object_add(data, "email", json_object_new_string_len(email.ptr, (int)email.len));
	return id ? delete_codes(&call, session, id, data, error)
	          : complete_new(&call, session, settings.default_role, data, error);
}
