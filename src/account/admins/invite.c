/* Admins that come and go by what others do. */
#include "account/text.h"
#include "admin_row.h"

#include <openssl/rand.h>

enum { TOKEN_BYTES = 20 };

/* ---- coming ---- */

struct invitation {
	struct account_call *call;
	struct json_object *data;
	const char *token;
	struct account_admin_answer *answer;
};

static bool store_invitation(void *context, struct store_session *session, struct error *error)
{
	struct invitation *invitation = context;
	struct account_call *call = invitation->call;
	const struct registry *registry = call->accounts->registry;
	const struct content_call content = admin_row_content(call, session);
	struct admin_row other;
	int64_t id;
	if (!admin_row_find(&content, registry, "email", json_string(json_member(invitation->data, "email")), &other,
	                    error))
		return false;
	if (other.id)
		return account_refuse(error, "Email already taken");
	struct json_object *roles = json_member(invitation->data, "roles");
	return (!roles || admin_row_check_roles(&content, registry, roles, error)) &&
	       content_insert_with_lifecycles(&content, registry->admin_user, "roles", invitation->data, &id, error) &&
	       admin_row_answer(call, session, id, true, false, invitation->answer, error);
}

/* Strapi keeps it as it is, as admins who may see others are shown it. */
static bool make_token(struct arena *arena, const char **token, struct error *error)
{
	unsigned char bytes[TOKEN_BYTES];
	char *hex = arena_alloc(arena, 2 * TOKEN_BYTES + 1);
	if (RAND_bytes(bytes, TOKEN_BYTES) != 1)
		return error_internal(error, "there is no randomness for a token");
	for (size_t i = 0; i < TOKEN_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	*token = hex;
	return true;
}

bool account_invite_admin(struct account_call *call, struct json_object *json, struct account_admin_answer *answer,
                          struct error *error)
{
	static const char *const names[] = {"email", "firstname", "lastname", "roles", "preferedLanguage", NULL};
	struct invitation invitation = {.call = call, .data = json, .answer = answer};
	struct input input;
	*answer = (struct account_admin_answer){0};
	struct json_object *email = json_member_of_type(json, "email", json_type_string);
	if (email) {
		const struct slice lower = text_lower_case(call->arena, json_string(email));
		json_object_object_add(json, "email", json_object_new_string_len(lower.ptr, (int)lower.len));
	}
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_text(&input, "email", INPUT_EMAIL | INPUT_LOWER_CASE | INPUT_REQUIRED);
	input_check_text(&input, "firstname", INPUT_TRIMMED | INPUT_NOT_EMPTY | INPUT_REQUIRED);
	input_check_text(&input, "lastname", 0);
	input_check_ids(&input, "roles", false);
	input_check_text(&input, "preferedLanguage", INPUT_NULLABLE);
	input_check_names(&input, names);
	if (!input_end(&input, error) || !make_token(call->arena, &invitation.token, error))
		return false;
	json_object_object_add(json, "registrationToken", json_object_new_string(invitation.token));
	json_object_object_add(json, "isActive", json_object_new_boolean(false));
	if (!account_write(call, store_invitation, &invitation, error))
		return false;
	json_object_object_add(answer->user, "registrationToken", json_object_new_string(invitation.token));
	return true;
}

/* ---- going ---- */

struct deletion {
	struct account_call *call;
	const int64_t *ids;
	size_t count;
	struct account_admin_answer *answer;
};

static bool store_deletion(void *context, struct store_session *session, struct error *error)
{
	struct deletion *deletion = context;
	const struct registry *registry = deletion->call->accounts->registry;
	const struct content_call content = admin_row_content(deletion->call, session);
	if (!admin_row_keep_super(&content, registry, deletion->ids, deletion->count, error))
		return false;
	for (size_t i = 0; i < deletion->count; i++) {
		struct json_object *user;
		if (!account_show_admin(&content, registry, deletion->ids[i], true, &user, error))
			return false;
		if (!user)
			continue;
		json_object_array_add(deletion->answer->user, user);
		if (!content_remove_with_lifecycles(&content, registry->admin_user, "roles", deletion->ids[i], error))
			return false;
	}
	return true;
}

bool account_delete_admins(struct account_call *call, const int64_t *ids, size_t count,
                           struct account_admin_answer *answer, struct error *error)
{
	struct deletion deletion = {.call = call, .ids = ids, .count = count, .answer = answer};
	*answer = (struct account_admin_answer){.user = json_object_new_array()};
	return account_write(call, store_deletion, &deletion, error);
}

bool account_read_ids(struct account_call *call, struct json_object *json, int64_t **ids, size_t *count,
                      struct error *error)
{
	static const char *const names[] = {"ids", NULL};
	struct input input;
	if (!input_begin(&input, call->arena, json, error))
		return false;
	input_check_ids(&input, "ids", true);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	struct json_object *list = json_member(json, "ids");
	*count = json_object_array_length(list);
	*ids = arena_array(call->arena, *count, sizeof **ids);
	for (size_t i = 0; i < *count; i++)
		(*ids)[i] = json_object_get_int64(json_object_array_get_idx(list, i));
	return true;
}
