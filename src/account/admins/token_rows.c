#include "token_rows.h"

static const struct token_kind kinds[] = {
    [ACCOUNT_API_TOKEN] = {"admin::api-token", "admin::api-token-permission", "API Token not found", true},
    [ACCOUNT_TRANSFER_TOKEN] = {"admin::transfer-token", "admin::transfer-token-permission", "Transfer token not found",
                                false},
};

const struct token_kind *token_kind_of(enum account_token_kind kind)
{
	return &kinds[kind];
}

const struct content_type *token_type(const struct registry *registry, enum account_token_kind kind)
{
	return model_type(registry, slice_of(token_kind_of(kind)->type));
}

static const struct content_type *token_permission_type(const struct registry *registry, enum account_token_kind kind)
{
	return model_type(registry, slice_of(token_kind_of(kind)->permission_type));
}

/* ---- reading ---- */

static void set_fields(struct arena *arena, struct query *query, const char *const *names, size_t count)
{
	query->fields = arena_array(arena, count, sizeof *query->fields);
	for (size_t i = 0; i < count; i++) {
		const struct attribute *field = model_attribute(query->type, slice_of(names[i]));
		if (field)
			query->fields[query->field_count++] = field;
	}
}

static struct query *shown_token(struct arena *arena, const struct registry *registry, enum account_token_kind kind)
{
	static const char *const names[] = {"name",     "description", "lastUsedAt", "type",
	                                    "lifespan", "expiresAt",   "createdAt",  "updatedAt"};
	static const char *const of_permission[] = {"action", "createdAt", "updatedAt"};
	const struct content_type *type = token_type(registry, kind);
	struct query *query = query_create(arena, type),
		     *inner = query_create(arena, token_permission_type(registry, kind));
	set_fields(arena, query, names, COUNT_OF(names));
	set_fields(arena, inner, of_permission, COUNT_OF(of_permission));
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populates[query->populate_count++] =
	    (struct populate){.attribute = model_attribute(type, SLICE("permissions")), .query = inner};
	query->sorts = arena_alloc(arena, sizeof *query->sorts);
	query->sorts->path = arena_array(arena, 1, sizeof *query->sorts->path);
	query->sorts->path[0] = model_attribute(type, SLICE("name"));
	query->sorts->path_length = 1;
	query->sort_count = 1;
	return query;
}

/* The permissions by their actions alone. */
static void flatten(struct json_object *token)
{
	struct json_object *rows = json_member(token, "permissions"), *actions = json_object_new_array();
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++)
		json_object_array_add(actions,
		                      json_object_get(json_member(json_object_array_get_idx(rows, i), "action")));
	json_object_object_add(token, "permissions", actions);
}

bool tokens_find(const struct content_call *content, const struct registry *registry, enum account_token_kind kind,
                 int64_t id, bool flat, struct json_object **list, struct error *error)
{
	struct query_root root = {.query = shown_token(content->arena, registry, kind), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	*list = NULL;
	if (id)
		root.query->filter = query_compare(content->arena, &root.query->type->id, QUERY_EQ, value_integer(id));
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++) {
		struct json_object *token = content_entry_json(result, i);
		if (flat)
			flatten(token);
		json_object_array_add(*list, token);
	}
	content_free(result);
	return true;
}

bool token_find(const struct content_call *content, const struct registry *registry, enum account_token_kind kind,
                int64_t id, bool flat, struct json_object **token, struct error *error)
{
	struct json_object *list;
	*token = NULL;
	if (id < 1)
		return true; /* 0 would be all of them */
	if (!tokens_find(content, registry, kind, id, flat, &list, error))
		return false;
	if (json_object_array_length(list))
		*token = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return true;
}

/* ---- permissions ---- */

static bool add_action(const struct content_call *content, const struct registry *registry,
                       enum account_token_kind kind, int64_t token_id, struct slice action, struct error *error)
{
	struct json_object *data = json_keep(content->arena, json_object_new_object());
	int64_t id;
	json_object_object_add(data, "action", json_object_new_string_len(action.ptr, (int)action.len));
	json_object_object_add(data, "token", json_object_new_int64(token_id));
	return content_insert(content, token_permission_type(registry, kind), data, &id, error);
}

static bool has_action(struct json_object *list, const char *member, struct slice action, size_t until)
{
	for (size_t i = 0; list && i < json_object_array_length(list) && i < until; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (slice_equals(json_string(member ? json_member(item, member) : item), action))
			return true;
	}
	return false;
}

bool token_set_actions(const struct content_call *content, const struct registry *registry,
                       enum account_token_kind kind, int64_t id, struct json_object *actions, struct json_object *rows,
                       struct error *error)
{
	for (size_t i = 0; rows && i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		if (!has_action(actions, NULL, json_string(json_member(row, "action")), SIZE_MAX) &&
		    !content_remove(content, token_permission_type(registry, kind),
		                    json_object_get_int64(json_member(row, "id")), error))
			return false;
	}
	for (size_t i = 0; actions && i < json_object_array_length(actions); i++) {
		const struct slice action = json_string(json_object_array_get_idx(actions, i));
		if (!has_action(actions, NULL, action, i) && !has_action(rows, "action", action, SIZE_MAX) &&
		    !add_action(content, registry, kind, id, action, error))
			return false;
	}
	return true;
}
