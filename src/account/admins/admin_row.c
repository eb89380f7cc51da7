#include "admin_row.h"

#include <stdlib.h>

static const char *const shown[] = {"firstname", "lastname",         "username",  "email",    "isActive",
                                    "blocked",   "preferedLanguage", "createdAt", "updatedAt"};
static const char *const shown_of_role[] = {"name", "description", "code"};

static void set_fields(struct arena *arena, struct query *query, const char *const *names, size_t count)
{
	query->with_private = true;
	query->field_count = 0;
	query->fields = arena_array(arena, count, sizeof *query->fields);
	for (size_t i = 0; i < count; i++) {
		const struct attribute *field = model_attribute(query->type, slice_of(names[i]));
		if (field)
			query->fields[query->field_count++] = field;
	}
}

struct content_call admin_row_content(const struct account_call *call, struct store_session *session)
{
	struct content_call content = account_content(call, session);
	content.caller = NULL;
	return content;
}

struct content_call account_admin_content(const struct account_call *call, struct store_session *session)
{
	struct content_call content = admin_row_content(call, session);
	content.silent = true; /* Strapi sends no notices of administration */
	return content;
}

/* ---- shown ---- */

static void show_roles(struct arena *arena, const struct registry *registry, struct query *query)
{
	struct query *roles = query_create(arena, registry->admin_role);
	set_fields(arena, roles, shown_of_role, COUNT_OF(shown_of_role));
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populate_count = 1;
	query->populates[0] = (struct populate){
	    .attribute = model_attribute(registry->admin_user, SLICE("roles")),
	    .query = roles,
	};
}

bool account_find_admins(const struct content_call *content, const struct registry *registry, struct query_root *root,
                         bool roles, struct json_object **list, int64_t *total, struct error *error)
{
	struct content_result *result;
	*list = NULL;
	set_fields(content->arena, root->query, shown, COUNT_OF(shown));
	if (roles)
		show_roles(content->arena, registry, root->query);
	if (!content_find(content, root, false, &result, total, error))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++)
		json_object_array_add(*list, content_entry_json(result, i));
	content_free(result);
	return true;
}

static struct query_root all_of(struct arena *arena, const struct content_type *type, struct condition *filter)
{
	struct query_root root = {.query = query_create(arena, type), .locale = LOCALE_ALL};
	root.query->filter = filter;
	return root;
}

static struct condition *has_id(struct arena *arena, const struct content_type *type, int64_t id)
{
	return query_compare(arena, &type->id, QUERY_EQ, value_integer(id));
}

bool account_show_admin(const struct content_call *content, const struct registry *registry, int64_t id, bool roles,
                        struct json_object **user, struct error *error)
{
	struct query_root root =
	    all_of(content->arena, registry->admin_user, has_id(content->arena, registry->admin_user, id));
	struct json_object *list;
	int64_t total;
	*user = NULL;
	if (!account_find_admins(content, registry, &root, roles, &list, &total, error))
		return false;
	if (json_object_array_length(list))
		*user = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return true;
}

bool account_has_admin(const struct content_call *content, const struct registry *registry, bool *has,
                       struct error *error)
{
	struct query_root root = all_of(content->arena, registry->admin_user, NULL);
	int64_t count;
	bool done = content_count(content, &root, &count, error);
	*has = done && count > 0;
	return done;
}

bool admin_row_answer(struct account_call *call, struct store_session *session, int64_t id, bool roles, bool issue,
                      struct account_admin_answer *answer, struct error *error)
{
	const struct content_call content = admin_row_content(call, session);
	struct store_admin_tokens tokens;
	if (issue && !store_admin_tokens(session, id, &tokens, error))
		return false;
	if (issue)
		answer->jwt = access_issue_admin_jwt(call->accounts->access, call->arena, id, &tokens);
	if (issue && !answer->jwt)
		return error_internal(
		    error, "no secret of admins is configured, or auth.options.expiresIn is no time: none can sign in");
	return account_show_admin(&content, call->accounts->registry, id, roles, &answer->user, error);
}

/* ---- found ---- */

static struct slice text_of(struct arena *arena, struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_TEXT ? arena_copy_slice(arena, cell.text) : (struct slice){NULL, 0};
}

static bool flag_of(struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_INTEGER && cell.integer != 0;
}

static bool find_row(const struct content_call *content, const struct registry *registry, struct condition *filter,
                     struct admin_row *row, struct error *error)
{
	static const char *const names[] = {"email",    "firstname", "lastname", "username",
	                                    "password", "isActive",  "blocked"};
	struct query *query = query_create(content->arena, registry->admin_user);
	const struct store_select select = {.query = query};
	struct store_cursor *cursor;
	bool found;
	set_fields(content->arena, query, names, COUNT_OF(names));
	query->filter = filter;
	query->limit = 1;
	*row = (struct admin_row){0};
	if (!store_select(content->session, &select, &cursor, error))
		return false;
	bool done = store_next(cursor, &found, error);
	if (done && found)
		*row = (struct admin_row){
		    .id = store_id(cursor),
		    .email = text_of(content->arena, cursor, 0),
		    .firstname = text_of(content->arena, cursor, 1),
		    .lastname = text_of(content->arena, cursor, 2),
		    .username = text_of(content->arena, cursor, 3),
		    .password = text_of(content->arena, cursor, 4),
		    .active = flag_of(cursor, 5) && !flag_of(cursor, 6),
		};
	store_close_cursor(cursor);
	return done;
}

bool admin_row_find(const struct content_call *content, const struct registry *registry, const char *attribute,
                    struct slice text, struct admin_row *row, struct error *error)
{
	*row = (struct admin_row){0};
	return !text.len ||
	       find_row(content, registry,
	                query_compare(content->arena, model_attribute(registry->admin_user, slice_of(attribute)),
	                              QUERY_EQ, value_text(text)),
	                row, error);
}

bool admin_row_find_id(const struct content_call *content, const struct registry *registry, int64_t id,
                       struct admin_row *row, struct error *error)
{
	return find_row(content, registry, has_id(content->arena, registry->admin_user, id), row, error);
}

/* ---- roles ---- */

static struct condition *is_super(struct arena *arena, const struct registry *registry)
{
	return query_compare(arena, model_attribute(registry->admin_role, SLICE("code")), QUERY_EQ,
	                     value_text(SLICE(SUPER_ADMIN_CODE)));
}

bool admin_row_super_role(const struct content_call *content, const struct registry *registry, int64_t *id,
                          struct error *error)
{
	const struct query_root root = all_of(content->arena, registry->admin_role, is_super(content->arena, registry));
	return content_find_id(content, &root, id, error);
}

bool admin_row_keep_super(const struct content_call *content, const struct registry *registry, const int64_t *ids,
                          size_t count, struct error *error)
{
	struct arena *arena = content->arena;
	struct condition *related = arena_alloc(arena, sizeof *related), *others = arena_alloc(arena, sizeof *others);
	struct value *values = arena_array(arena, count ? count : 1, sizeof *values);
	int64_t left;
	for (size_t i = 0; i < count; i++)
		values[i] = value_integer(ids[i]);
	*related = (struct condition){
	    .kind = CONDITION_RELATED,
	    .attribute = model_attribute(registry->admin_user, SLICE("roles")),
	    .children = is_super(arena, registry),
	};
	*others = (struct condition){
	    .kind = CONDITION_COMPARE,
	    .attribute = &registry->admin_user->id,
	    .comparison = QUERY_NOT_IN,
	    .values = values,
	    .value_count = count,
	};
	struct query_root root = all_of(arena, registry->admin_user, related);
	if (count)
		query_add_condition(arena, root.query, others);
	return content_count(content, &root, &left, error) &&
	       (left || error_validation(error, "You must have at least one user with super admin role."));
}

bool admin_row_check_roles(const struct content_call *content, const struct registry *registry,
                           struct json_object *roles, struct error *error)
{
	for (size_t i = 0; i < json_object_array_length(roles); i++) {
		int64_t id = json_object_get_int64(json_object_array_get_idx(roles, i)), count;
		struct query_root root =
		    all_of(content->arena, registry->admin_role, has_id(content->arena, registry->admin_role, id));
		if (!content_count(content, &root, &count, error))
			return false;
		if (!count)
			return error_validation(error, "roles[%zu]: there is no role of that id", i);
		json_object_array_put_idx(roles, i, json_object_new_int64(id));
	}
	return true;
}

bool admin_row_hash(struct slice password, char hash[ACCESS_PASSWORD_SIZE], struct error *error)
{
	return access_hash_password(password, hash) ||
	       error_validation(error, "password must have at most 72 bytes, and no NUL among them");
}

bool account_hash_admin_password(struct arena *arena, struct slice password, char hash[ACCOUNT_HASH_SIZE],
                                 struct error *error)
{
	struct json_object *json = json_keep(arena, json_object_new_object());
	struct input input;
	json_object_object_add(json, "password", json_object_new_string_len(password.ptr, (int)password.len));
	if (!input_begin(&input, arena, json, error))
		return false;
	input_check_text(&input, "password", INPUT_ADMIN_PASSWORD | INPUT_REQUIRED);
	return input_end(&input, error) && admin_row_hash(password, hash, error);
}
