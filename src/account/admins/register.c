/* Those who come to administrate: the first, and who was invited. */
#include "account/limits.h"
#include "admin_row.h"

struct admin_registration {
	struct account_call *call;
	struct slice token; /* of the invitation; empty: the first admin */
	struct json_object *data;
	struct account_admin_answer *answer;
};

static void copy_text(const struct input *input, const char *name, struct json_object *data)
{
	struct json_object *value = NULL;
	if (json_find(input->object, name, &value))
		json_object_object_add(data, name, json_object_get(value));
}

static bool add_password(const struct input *input, struct json_object *data, struct error *error)
{
	char hash[ACCESS_PASSWORD_SIZE];
	if (!admin_row_hash(input_text(input, "password"), hash, error))
		return false;
	json_object_object_add(data, "password", json_object_new_string(hash));
	json_object_object_add(data, "registrationToken", NULL);
	json_object_object_add(data, "isActive", json_object_new_boolean(true));
	return true;
}

/* ---- the first ---- */

static bool check_none(const struct content_call *content, const struct registry *registry, struct error *error)
{
	bool has;
	return account_has_admin(content, registry, &has, error) &&
	       (!has || account_refuse(error, "You cannot register a new super admin"));
}

static bool store_first(void *context, struct store_session *session, struct error *error)
{
	struct admin_registration *registration = context;
	struct account_call *call = registration->call;
	const struct registry *registry = call->accounts->registry;
	const struct content_call content = admin_row_content(call, session);
	int64_t role, id;
	if (!check_none(&content, registry, error) || !admin_row_super_role(&content, registry, &role, error))
		return false;
	if (!role)
		return account_refuse(error,
		                      "Cannot register the first admin because the super admin role doesn't exist.");
	struct json_object *roles = json_object_new_array();
	json_object_array_add(roles, json_object_new_int64(role));
	json_object_object_add(registration->data, "roles", roles);
	return content_insert_with_lifecycles(&content, registry->admin_user, "roles", registration->data, &id,
	                                      error) &&
	       admin_row_answer(call, session, id, true, true, registration->answer, error);
}

/* Before a password is hashed. */
static bool check_first(struct account_call *call, struct error *error)
{
	struct store_session *session;
	if (!account_begin(call, &session, error))
		return false;
	const struct content_call content = admin_row_content(call, session);
	bool done = check_none(&content, call->accounts->registry, error);
	store_end(session);
	return done;
}

bool account_register_first_admin(struct account_call *call, struct json_object *json,
                                  struct account_admin_answer *answer, struct error *error)
{
	static const char *const names[] = {"email", "firstname", "lastname", "password", NULL};
	struct admin_registration registration = {.call = call, .answer = answer};
	struct input input;
	*answer = (struct account_admin_answer){0};
	if (!account_limit_admin(call, "register-admin", SLICE(""), error) ||
	    !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_EMAIL | INPUT_LOWER_CASE | INPUT_REQUIRED);
	input_check_text(&input, "firstname", INPUT_TRIMMED | INPUT_NOT_EMPTY | INPUT_REQUIRED);
	input_check_text(&input, "lastname", INPUT_NULLABLE);
	input_check_text(&input, "password", INPUT_ADMIN_PASSWORD | INPUT_REQUIRED);
	input_check_names(&input, names);
	if (!input_end(&input, error) || !check_first(call, error))
		return false;
	registration.data = json_keep(call->arena, json_object_new_object());
	for (size_t i = 0; i < 3; i++)
		copy_text(&input, names[i], registration.data);
	return add_password(&input, registration.data, error) && account_write(call, store_first, &registration, error);
}

/* ---- who was invited ---- */

bool account_find_invitation(const struct content_call *content, const struct registry *registry, struct slice token,
                             struct json_object **found, struct error *error)
{
	struct admin_row row;
	*found = NULL;
	if (!admin_row_find(content, registry, "registrationToken", token, &row, error))
		return false;
	if (!row.id)
		return error_validation(error, "Invalid registrationToken");
	const struct {
		const char *name;
		struct slice text;
	} members[] = {{"email", row.email}, {"firstname", row.firstname}, {"lastname", row.lastname}};
	*found = json_object_new_object();
	for (size_t i = 0; i < COUNT_OF(members); i++)
		json_object_object_add(*found, members[i].name,
		                       members[i].text.ptr
		                           ? json_object_new_string_len(members[i].text.ptr, (int)members[i].text.len)
		                           : NULL);
	return true;
}

static bool store_invited(void *context, struct store_session *session, struct error *error)
{
	struct admin_registration *registration = context;
	struct account_call *call = registration->call;
	const struct registry *registry = call->accounts->registry;
	const struct content_call content = admin_row_content(call, session);
	struct admin_row row;
	if (!admin_row_find(&content, registry, "registrationToken", registration->token, &row, error))
		return false;
	if (!row.id)
		return error_validation(error, "Invalid registration info");
	return content_change_with_lifecycles(&content, registry->admin_user, "roles", registration->data, row.id,
	                                      error) &&
	       admin_row_answer(call, session, row.id, true, true, registration->answer, error);
}

static bool check_invitation(struct account_call *call, struct slice token, struct error *error)
{
	struct store_session *session;
	struct admin_row row;
	if (!account_begin(call, &session, error))
		return false;
	const struct content_call content = admin_row_content(call, session);
	bool done = admin_row_find(&content, call->accounts->registry, "registrationToken", token, &row, error);
	store_end(session);
	return done && (row.id || error_validation(error, "Invalid registration info"));
}

bool account_register_admin(struct account_call *call, struct json_object *json, struct account_admin_answer *answer,
                            struct error *error)
{
	static const char *const outer[] = {"registrationToken", "userInfo", NULL};
	static const char *const inner[] = {"firstname", "lastname", "password", NULL};
	struct admin_registration registration = {.call = call, .answer = answer};
	struct input input;
	*answer = (struct account_admin_answer){0};
	if (!account_limit_admin(call, "register", SLICE(""), error) || !input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "registrationToken", INPUT_REQUIRED);
	registration.token = input_text(&input, "registrationToken");
	input_check_names(&input, outer);
	if (input_enter(&input, "userInfo")) {
		input_check_text(&input, "firstname", INPUT_TRIMMED | INPUT_NOT_EMPTY | INPUT_REQUIRED);
		input_check_text(&input, "lastname", INPUT_NULLABLE);
		input_check_text(&input, "password", INPUT_ADMIN_PASSWORD | INPUT_REQUIRED);
		input_check_names(&input, inner);
	}
	if (!input_end(&input, error) || !check_invitation(call, registration.token, error))
		return false;
	registration.data = json_keep(call->arena, json_object_new_object());
	copy_text(&input, "firstname", registration.data);
	copy_text(&input, "lastname", registration.data);
	return add_password(&input, registration.data, error) &&
	       account_write(call, store_invited, &registration, error);
}
