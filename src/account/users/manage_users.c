/* Users, as who may manage them makes, changes and deletes them. */
#include "account/account_state.h"
#include "account/text.h"
#include "user.h"

struct user_write {
	struct account_call *call;
	struct json_object *data;
	int64_t id;
	struct settings_of_accounts settings;
	const struct content_password *passwords;
	const struct query *shown;
	struct account_answer *answer;
};

/* Codes are the server's own: what is given as one would be no hash of any. */
static void strip(struct json_object *data)
{
	json_object_object_del(data, "resetPasswordToken");
	json_object_object_del(data, "confirmationToken");
}

static bool check_taken(const struct user_write *write, struct store_session *session, const char *attribute,
                        const char *message, struct error *error)
{
	struct json_object *value;
	bool taken;
	if (!json_find(write->data, attribute, &value))
		return true;
	struct slice text = {json_object_get_string(value), (size_t)json_object_get_string_len(value)};
	return user_is_taken(write->call, session, attribute, text, write->id, &taken, error) &&
	       (!taken || account_refuse(error, message));
}

static void lower_email(const struct user_write *write)
{
	struct json_object *value;
	if (!json_find(write->data, "email", &value))
		return;
	struct slice email = {json_object_get_string(value), (size_t)json_object_get_string_len(value)};
	email = text_lower_case(write->call->arena, email);
	json_object_object_add(write->data, "email", json_object_new_string_len(email.ptr, (int)email.len));
}

static void take_result(const struct user_write *write, struct content_result *result)
{
	write->answer->user_id = content_result_id(result, 0);
	if (write->shown)
		write->answer->user = result;
	else
		content_free(result);
}

static void hash_passwords(struct user_write *write, bool creation)
{
	const struct accounts *accounts = write->call->accounts;
	write->passwords = content_hash_passwords(accounts->content, write->call->arena, accounts->registry->user,
	                                          write->data, creation);
}

/* ---- making one ---- */

static bool has_role(const struct user_write *write)
{
	struct json_object *role;
	return json_find(write->data, "role", &role) && json_is_truthy(role);
}

static bool set_default_role(const struct user_write *write, struct store_session *session, struct error *error)
{
	int64_t role;
	if (has_role(write))
		return true;
	if (!user_role_id(write->call, session, write->settings.default_role, &role, error))
		return false;
	if (!role)
		return account_refuse(error, "Impossible to find the default role");
	json_object_object_add(write->data, "role", json_object_new_int64(role));
	return true;
}

static bool create_user(void *context, struct store_session *session, struct error *error)
{
	struct user_write *write = context;
	struct content_call content = account_content(write->call, session);
	struct content_change change = user_change(write->call, write->data, write->passwords, write->shown);
	struct content_result *result;
	content.tells_hook_errors = true;
	content.stays = write->call->stays;
	content.yields = true;
	if (write->settings.unique_email && !check_taken(write, session, "email", "Email already taken", error))
		return false;
	if (!set_default_role(write, session, error))
		return false;
	if (content_create(&content, &change, &result, error)) {
		take_result(write, result);
		return true;
	}
	/* Strapi tells only what is wrong here, not where. */
	if (error->status == 400) {
		error->name = "ApplicationError";
		error->details = NULL;
	}
	return false;
}

bool account_create_user(struct account_call *call, struct json_object *json, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	struct user_write write = {.call = call, .data = json, .shown = shown, .answer = answer};
	struct input input;
	*answer = (struct account_answer){0};
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_REQUIRED | INPUT_EMAIL);
	input_check_text(&input, "username", INPUT_REQUIRED | INPUT_NOT_EMPTY);
	input_check_text(&input, "password", INPUT_REQUIRED | INPUT_NOT_EMPTY);
	input_check_role(&input, true);
	if (!input_end(&input, error) || !account_read_settings(call, &write.settings, error))
		return false;
	strip(write.data);
	lower_email(&write);
	json_object_object_add(write.data, "provider", json_object_new_string("local"));
	hash_passwords(&write, true);
	return account_write(call, create_user, &write, error);
}

/* ---- changing one ---- */

/* Codes were mailed to the address that the user had: they prove nothing of another one. */
static bool delete_codes(const struct user_write *write, struct store_session *session, struct error *error)
{
	struct json_object *email;
	struct account_user user;
	if (!json_find(write->data, "email", &email))
		return true;
	if (!user_find(write->call, session, user_has_id(write->call, write->id), &user, error))
		return false;
	if (slice_is(user.email, json_object_get_string(email)))
		return true;
	json_object_object_add(write->data, "resetPasswordToken", NULL);
	json_object_object_add(write->data, "confirmationToken", NULL);
	return true;
}

static bool update_user(void *context, struct store_session *session, struct error *error)
{
	struct user_write *write = context;
	struct content_call content = account_content(write->call, session);
	struct content_change change = user_change(write->call, write->data, write->passwords, write->shown);
	struct content_result *result;
	if (!check_taken(write, session, "username", "Username already taken", error) ||
	    (write->settings.unique_email && !check_taken(write, session, "email", "Email already taken", error)) ||
	    !delete_codes(write, session, error) || !content_update(&content, &change, write->id, &result, error))
		return false;
	take_result(write, result);
	return true;
}

static bool find_first(struct user_write *write, struct error *error)
{
	struct store_session *session;
	struct account_user user;
	if (!account_begin(write->call, &session, error))
		return false;
	bool done = user_find(write->call, session, user_has_id(write->call, write->id), &user, error) &&
	            (user.id || error_set(error, 404, "NotFoundError", "User not found")) &&
	            settings_read_accounts(session, write->call->arena, &write->settings, error);
	store_end(session);
	return done;
}

bool account_update_user(struct account_call *call, int64_t id, struct json_object *json, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	struct user_write write = {.call = call, .data = json, .id = id, .shown = shown, .answer = answer};
	struct input input;
	*answer = (struct account_answer){0};
	if (!find_first(&write, error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_EMAIL | INPUT_NOT_EMPTY);
	input_check_text(&input, "username", INPUT_NOT_EMPTY);
	input_check_text(&input, "password", INPUT_NOT_EMPTY);
	input_check_role(&input, false);
	if (!input_end(&input, error))
		return false;
	write.data = json ? json_object_get(json) : json_object_new_object();
	strip(write.data);
	if (write.settings.unique_email)
		lower_email(&write);
	hash_passwords(&write, false);
	bool done = account_write(call, update_user, &write, error);
	json_object_put(write.data);
	return done;
}

/* ---- as an editor writes them ---- */

static void check_entry(struct input *input, bool creation)
{
	const unsigned required = creation ? INPUT_REQUIRED : 0;
	input_check_text(input, "email", required | INPUT_EMAIL | (creation ? 0 : INPUT_NOT_EMPTY));
	input_check_text(input, "username", required | INPUT_NOT_EMPTY);
	input_check_text(input, "password", required | INPUT_NOT_EMPTY);
	input_check_role(input, creation);
}

bool account_check_user_entry(struct account_call *call, struct store_session *session, int64_t id,
                              struct json_object *sent, struct json_object *data, struct error *error)
{
	struct user_write write = {.call = call, .data = data, .id = id};
	struct input input;
	if (!input_begin(&input, call->arena, sent, error))
		return false;
	check_entry(&input, !id);
	if (!input_end(&input, error) || !settings_read_accounts(session, call->arena, &write.settings, error))
		return false;
	strip(data);
	if (!id || write.settings.unique_email)
		lower_email(&write);
	if (!check_taken(&write, session, "username", "Username already taken", error) ||
	    (write.settings.unique_email && !check_taken(&write, session, "email", "Email already taken", error)))
		return false;
	if (id)
		return delete_codes(&write, session, error);
	json_object_object_add(data, "provider", json_object_new_string("local"));
	return set_default_role(&write, session, error);
}

/* ---- deleting one ---- */

static bool delete_user(void *context, struct store_session *session, struct error *error)
{
	struct user_write *write = context;
	struct content_call content = account_content(write->call, session);
	struct query *query = query_create(write->call->arena, write->call->accounts->registry->user);
	struct content_result *result;
	content.silent = true; /* as in Strapi, whose query engine deletes users */
	if (!content_delete(&content, write->shown ? write->shown : query, write->id, &result, error))
		return false;
	take_result(write, result);
	return true;
}

bool account_delete_user(struct account_call *call, int64_t id, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	struct user_write write = {.call = call, .id = id, .shown = shown, .answer = answer};
	*answer = (struct account_answer){0};
	return account_write(call, delete_user, &write, error) || error->status == 404;
}
