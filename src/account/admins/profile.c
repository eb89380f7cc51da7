/* What admins change of themselves, and others of them. */
#include "account/limits.h"
#include "account/text.h"
#include "admin_row.h"

struct admin_change {
	struct account_call *call;
	int64_t id;
	int64_t issued_at; /* of the token of an admin who changes himself */
	struct json_object *data;
	struct slice known;  /* the password's hash that the admin has shown to know; empty: none was asked for */
	const char *missing; /* what is said when there is no such admin */
	bool own;            /* who calls changes themselves */
	struct account_admin_answer *answer;
};

static bool refuse_password(struct account_call *call, struct error *error)
{
	error_set(error, 400, "BadRequestError", "ValidationError");
	error->details = arena_copy(call->arena, SLICE("{\"currentPassword\":[\"Invalid credentials\"]}"));
	return false;
}

static bool refuse_email(const struct admin_change *change, struct error *error)
{
	if (!change->own)
		return account_refuse(error, "A user with this email address already exists");
	error_set(error, 400, "BadRequestError", "ValidationError");
	error->details = arena_copy(change->call->arena, SLICE("{\"email\":[\"Email already taken\"]}"));
	return false;
}

static bool check_email(const struct admin_change *change, const struct content_call *content, struct error *error)
{
	struct admin_row other;
	const struct slice email = json_string(json_member(change->data, "email"));
	return admin_row_find(content, change->call->accounts->registry, "email", email, &other, error) &&
	       (!other.id || other.id == change->id || refuse_email(change, error));
}

/* Whoever may do everything stays, active and of that role. */
static bool check_super(const struct admin_change *change, const struct content_call *content, struct error *error)
{
	const struct registry *registry = change->call->accounts->registry;
	struct json_object *roles = json_member(change->data, "roles"), *active = NULL;
	int64_t super;
	bool ends = json_find(change->data, "isActive", &active) && !json_object_get_boolean(active);
	if (!roles && !ends)
		return true;
	if ((roles && !admin_row_check_roles(content, registry, roles, error)) ||
	    !admin_row_super_role(content, registry, &super, error))
		return false;
	for (size_t i = 0; !ends && roles && i < json_object_array_length(roles); i++)
		if (json_object_get_int64(json_object_array_get_idx(roles, i)) == super)
			return true;
	return admin_row_keep_super(content, registry, &change->id, 1, error);
}

/* Who sets their own password stays signed in; all their other tokens end. */
static bool spare_own_token(const struct admin_change *change, struct store_session *session, struct error *error)
{
	return !change->issued_at || !json_member(change->data, "password") ||
	       store_end_admin_tokens(session, change->id, datetime_now() / 1000 + 1, change->issued_at, error);
}

static bool store_change_of(void *context, struct store_session *session, struct error *error)
{
	struct admin_change *change = context;
	const struct registry *registry = change->call->accounts->registry;
	struct content_call content = admin_row_content(change->call, session);
	struct admin_row row;
	content.id_is_text = !change->own;
	if (!admin_row_find_id(&content, registry, change->id, &row, error))
		return false;
	if (!row.id)
		return error_set(error, 404, "NotFoundError", "%s", change->missing);
	if (change->known.len && !slice_equals(row.password, change->known))
		return refuse_password(change->call, error);
	return check_email(change, &content, error) && check_super(change, &content, error) &&
	       content_change_with_lifecycles(&content, registry->admin_user, "roles", change->data, change->id,
	                                      error) &&
	       spare_own_token(change, session, error) &&
	       admin_row_answer(change->call, session, change->id, true, false, change->answer, error);
}

/* As Strapi does before it looks at them. */
static void normalize(struct account_call *call, struct json_object *json)
{
	struct json_object *email = json_member_of_type(json, "email", json_type_string);
	struct json_object *name = json_member_of_type(json, "firstname", json_type_string);
	if (email) {
		const struct slice lower = text_lower_case(call->arena, json_string(email));
		json_object_object_add(json, "email", json_object_new_string_len(lower.ptr, (int)lower.len));
	}
	if (name) {
		const struct slice trimmed = slice_trim(json_string(name));
		const char *copy = arena_copy(call->arena, trimmed);
		json_object_object_add(json, "firstname", json_object_new_string_len(copy, (int)trimmed.len));
	}
}

/* What both changes begin with. */
static bool begin_change(struct admin_change *change, struct json_object *json, struct input *input,
                         struct error *error)
{
	struct arena *arena = change->call->arena;
	*change->answer = (struct account_admin_answer){0};
	change->data = json ? json : json_keep(arena, json_object_new_object());
	normalize(change->call, change->data);
	if (!input_begin(input, arena, change->data, error))
		return false;
	input_check_text(input, "email", INPUT_EMAIL | INPUT_LOWER_CASE);
	input_check_text(input, "firstname", INPUT_TRIMMED | INPUT_NOT_EMPTY);
	input_check_text(input, "lastname", INPUT_NULLABLE);
	input_check_text(input, "username", INPUT_NULLABLE | INPUT_NOT_EMPTY);
	input_check_text(input, "password", INPUT_ADMIN_PASSWORD);
	return true;
}

static bool hash_password(struct input *input, struct json_object *data, struct error *error)
{
	char hash[ACCESS_PASSWORD_SIZE];
	if (!input_has(input, "password"))
		return true;
	if (!admin_row_hash(input_text(input, "password"), hash, error))
		return false;
	json_object_object_add(data, "password", json_object_new_string(hash));
	return true;
}

/* *known is the hash of the password that is right. */
static bool check_known(struct account_call *call, int64_t id, struct slice password, struct slice *known,
                        struct error *error)
{
	struct store_session *session;
	struct admin_row row;
	if (!account_begin(call, &session, error))
		return false;
	const struct content_call content = admin_row_content(call, session);
	bool done = admin_row_find_id(&content, call->accounts->registry, id, &row, error);
	store_end(session);
	if (!done)
		return false;
	*known = row.password;
	return access_check_password(password, row.password) || refuse_password(call, error);
}

bool account_change_own_admin(struct account_call *call, int64_t id, int64_t issued_at, struct json_object *json,
                              struct account_admin_answer *answer, struct error *error)
{
	static const char *const names[] = {"email",    "firstname",       "lastname",         "username",
	                                    "password", "currentPassword", "preferedLanguage", NULL};
	struct admin_change change = {
	    .call = call, .id = id, .issued_at = issued_at, .missing = "User not found", .own = true, .answer = answer};
	struct input input;
	if (!begin_change(&change, json, &input, error))
		return false;
	input_check_text(&input, "currentPassword", input_has(&input, "password") ? INPUT_REQUIRED : 0);
	input_check_text(&input, "preferedLanguage", INPUT_NULLABLE);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	if (input_has(&input, "currentPassword") && input_has(&input, "password") &&
	    (!account_limit_admin(call, "change-password", slice_of(arena_format(call->arena, "%lld", (long long)id)),
	                          error) ||
	     !check_known(call, id, input_text(&input, "currentPassword"), &change.known, error)))
		return false;
	if (!hash_password(&input, change.data, error))
		return false;
	json_object_object_del(change.data, "currentPassword");
	return account_write(call, store_change_of, &change, error);
}

bool account_change_admin(struct account_call *call, int64_t id, struct json_object *json,
                          struct account_admin_answer *answer, struct error *error)
{
	static const char *const names[] = {"email",    "firstname", "lastname", "username",
	                                    "password", "isActive",  "roles",    NULL};
	struct admin_change change = {.call = call, .id = id, .missing = "User does not exist", .answer = answer};
	struct input input;
	if (!begin_change(&change, json, &input, error))
		return false;
	input_check_flag(&input, "isActive");
	input_check_ids(&input, "roles", false);
	input_check_names(&input, names);
	return input_end(&input, error) && hash_password(&input, change.data, error) &&
	       account_write(call, store_change_of, &change, error);
}
