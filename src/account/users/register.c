/* Registering. */
#include "account/limits.h"
#include "account/text.h"
#include "code_mail.h"
#include "user.h"

struct registration {
	struct account_call *call;
	const struct settings_of_accounts *settings;
	struct json_object *data;
	const struct content_password *passwords;
	const struct query *shown;
	struct account_answer *answer;
};

static struct slice member(struct json_object *object, const char *name)
{
	struct json_object *value;
	json_find(object, name, &value);
	return (struct slice){json_object_get_string(value), (size_t)json_object_get_string_len(value)};
}

/* Nobody may have the name or the address, be it as the one or the other. */
static bool check_free(const struct registration *registration, struct store_session *session, struct error *error)
{
	const struct account_call *call = registration->call;
	struct slice email = member(registration->data, "email"), username = member(registration->data, "username");
	struct condition *any = user_any(call, user_is(call, "email", email), user_is(call, "username", email));
	struct account_user user;
	any->children->next->next = user_is(call, "username", username);
	any->children->next->next->next = user_is(call, "email", username);
	/* Without unique addresses those of other providers may be the same. */
	if (!registration->settings->unique_email)
		any->next = user_is(call, "provider", SLICE("local"));
	struct condition both = {.kind = CONDITION_AND, .children = any};
	return user_find(call, session, &both, &user, error) &&
	       (!user.id || account_refuse(error, "Email or Username are already taken"));
}

static bool store_user(void *context, struct store_session *session, struct error *error)
{
	struct registration *registration = context;
	struct content_call content = account_content(registration->call, session);
	content.stays = registration->call->stays;
	content.yields = true;
	struct content_change change =
	    user_change(registration->call, registration->data, registration->passwords, registration->shown);
	struct content_result *result;
	int64_t role;
	if (!user_role_id(registration->call, session, registration->settings->default_role, &role, error))
		return false;
	if (!role)
		return account_refuse(error, "Impossible to find the default role");
	if (!check_free(registration, session, error))
		return false;
	json_object_object_add(registration->data, "role", json_object_new_int64(role));
	if (!content_create(&content, &change, &result, error))
		return false;
	registration->answer->user_id = content_result_id(result, 0);
	if (registration->shown)
		registration->answer->user = result;
	else
		content_free(result);
	return true;
}

/* What registering may never set. Private fields are left out as well. */
static bool is_dangerous(const char *name)
{
	static const char *const dangerous[] = {
	    "confirmed", "blocked",   "confirmationToken", "resetPasswordToken", "provider",  "id",
	    "role",      "createdAt", "updatedAt",         "createdBy",          "updatedBy", "publishedAt"};
	for (size_t i = 0; i < COUNT_OF(dangerous); i++)
		if (strcmp(name, dangerous[i]) == 0)
			return true;
	return false;
}

static bool is_allowed(const struct account_call *call, const struct attribute *attribute)
{
	static const char *const always[] = {"username", "password", "email"};
	const struct config *config = call->accounts->config;
	for (size_t i = 0; i < COUNT_OF(always); i++)
		if (strcmp(attribute->name, always[i]) == 0)
			return true;
	for (size_t i = 0; i < config->register_field_count; i++)
		if (strcmp(attribute->name, config->register_fields[i]) == 0)
			return true;
	return !config->has_register_fields && attribute->writable && !attribute->is_private &&
	       !is_dangerous(attribute->name);
}

/* A copy of what may be set. */
static struct json_object *allowed_fields(const struct account_call *call, struct json_object *json)
{
	const struct content_type *type = call->accounts->registry->user;
	struct json_object *data = json_object_new_object(), *value;
	for (size_t i = 0; i < type->attribute_count; i++)
		if (is_allowed(call, &type->attributes[i]) && json_find(json, type->attributes[i].name, &value))
			json_object_object_add(data, type->attributes[i].name, json_object_get(value));
	return data;
}

static void complete(const struct registration *registration)
{
	struct slice email = text_lower_case(registration->call->arena, member(registration->data, "email"));
	json_object_object_add(registration->data, "email", json_object_new_string_len(email.ptr, (int)email.len));
	json_object_object_add(registration->data, "provider", json_object_new_string("local"));
	json_object_object_add(registration->data, "confirmed",
	                       json_object_new_boolean(!registration->settings->confirm_email));
}

static bool issue(const struct registration *registration, struct error *error)
{
	struct store_session *session;
	if (!account_begin(registration->call, &session, error))
		return false;
	bool done =
	    user_issue_jwt(registration->call, session, registration->answer->user_id, registration->answer, error);
	store_end(session);
	return done;
}

static bool check_input(struct input *input, struct account_call *call, struct json_object *data, struct error *error)
{
	if (!input_begin(input, call->arena, data, error))
		return false;
	input_check_text(input, "email", INPUT_REQUIRED | INPUT_EMAIL);
	input_check_text(input, "username", INPUT_REQUIRED);
	input_check_text(input, "password", INPUT_REQUIRED);
	return input_end(input, error);
}

static bool register_user(struct registration *registration, struct error *error)
{
	struct account_call *call = registration->call;
	struct content *content = call->accounts->content;
	struct input input;
	if (!check_input(&input, call, registration->data, error))
		return false;
	struct slice email = text_lower_case(call->arena, input_text(&input, "email"));
	if (!account_limit_name(call, "register", email, error))
		return false;
	complete(registration);
	registration->passwords =
	    content_hash_passwords(content, call->arena, call->accounts->registry->user, registration->data, true);
	if (!account_write(call, store_user, registration, error))
		return false;
	return registration->settings->confirm_email
	           ? account_send_code(call, registration->settings, CODE_CONFIRMATION, registration->answer->user_id,
	                               error)
	           : issue(registration, error);
}

bool account_register(struct account_call *call, struct json_object *json, const struct query *shown,
                      struct account_answer *answer, struct error *error)
{
	struct settings_of_accounts settings;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "register", error) || !account_read_settings(call, &settings, error))
		return false;
	if (!settings.allow_register)
		return account_refuse(error, "Register action is currently disabled");
	struct registration registration = {
	    .call = call, .settings = &settings, .data = allowed_fields(call, json), .shown = shown, .answer = answer};
	bool done = register_user(&registration, error);
	json_object_put(registration.data);
	return done;
}
