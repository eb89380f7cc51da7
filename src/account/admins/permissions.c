/* Rows of permissions: read, compared, added and deleted. */
#include "permissions.h"

struct json_object *permission_create(const char *action, const char *subject, struct json_object *properties,
                                      struct json_object *conditions)
{
	struct json_object *permission = json_object_new_object();
	json_object_object_add(permission, "action", json_object_new_string(action));
	json_object_object_add(permission, "actionParameters", json_object_new_object());
	json_object_object_add(permission, "subject", subject ? json_object_new_string(subject) : NULL);
	json_object_object_add(permission, "properties", properties ? properties : json_object_new_object());
	json_object_object_add(permission, "conditions", conditions ? conditions : json_object_new_array());
	return permission;
}

static struct condition *of_role(struct arena *arena, const struct registry *registry, int64_t role)
{
	struct condition *related = arena_alloc(arena, sizeof *related);
	*related = (struct condition){
	    .kind = CONDITION_RELATED,
	    .attribute = model_attribute(registry->admin_permission, SLICE("role")),
	    .children = query_compare(arena, &registry->admin_role->id, QUERY_EQ, value_integer(role)),
	};
	return related;
}

bool permissions_read(const struct content_call *content, const struct registry *registry, int64_t role,
                      struct json_object **list, struct error *error)
{
	static const char *const names[] = {"action", "actionParameters", "subject", "properties", "conditions"};
	const struct content_type *type = registry->admin_permission;
	struct query_root root = {.query = query_create(content->arena, type), .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	root.query->fields = arena_array(content->arena, COUNT_OF(names), sizeof *root.query->fields);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		root.query->fields[root.query->field_count++] = model_attribute(type, slice_of(names[i]));
	if (role)
		root.query->filter = of_role(content->arena, registry, role);
	*list = NULL;
	if (!content_find(content, &root, false, &result, &total, error))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < content_result_count(result); i++)
		json_object_array_add(*list, content_entry_json(result, i));
	content_free(result);
	return true;
}

static bool is_empty(struct json_object *json)
{
	if (json_object_is_type(json, json_type_object))
		return !json_object_object_length(json);
	return !json || (json_object_is_type(json, json_type_array) && !json_object_array_length(json));
}

bool permissions_are_equal(struct json_object *first, struct json_object *second)
{
	static const char *const names[] = {"action", "subject", "properties", "conditions", "actionParameters"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *one = json_member(first, names[i]), *other = json_member(second, names[i]);
		if (!json_object_equal(one, other) && !(is_empty(one) && is_empty(other)))
			return false;
	}
	return true;
}

bool permission_insert(const struct content_call *content, const struct registry *registry, int64_t role,
                       struct json_object *permission, struct error *error)
{
	struct json_object *data = NULL;
	int64_t id;
	json_object_deep_copy(permission, &data, NULL);
	json_keep(content->arena, data);
	json_object_object_del(data, "id");
	json_object_object_add(data, "role", json_object_new_int64(role));
	if (!content_insert(content, registry->admin_permission, data, &id, error))
		return false;
	json_object_object_add(permission, "id", json_object_new_int64(id));
	return true;
}

static bool has_equal(struct json_object *list, struct json_object *permission)
{
	for (size_t i = 0; i < json_object_array_length(list); i++)
		if (permissions_are_equal(json_object_array_get_idx(list, i), permission))
			return true;
	return false;
}

/* A plugin that is not run here may have its own actions and types. */
static bool is_known(const struct registry *registry, struct json_object *permission)
{
	struct json_object *subject = json_member(permission, "subject");
	return access_admin_action(registry, json_string(json_member(permission, "action"))) &&
	       (!subject || model_type(registry, json_string(subject)));
}

struct assigning {
	const struct content_call *content;
	const struct registry *registry;
	const struct permission_assignment *assignment;
	struct json_object *kept;
	bool differs;
};

static bool delete_unwanted(struct assigning *assigning, struct json_object *existing, struct error *error)
{
	const struct permission_assignment *assignment = assigning->assignment;
	for (size_t i = 0; i < json_object_array_length(existing); i++) {
		struct json_object *permission = json_object_array_get_idx(existing, i);
		if (has_equal(assignment->wanted, permission) ||
		    (assignment->spares && !is_known(assigning->registry, permission))) {
			json_object_array_add(assigning->kept, json_object_get(permission));
			continue;
		}
		assigning->differs = true;
		if (!assignment->looks && !content_remove(assigning->content, assigning->registry->admin_permission,
		                                          json_object_get_int64(json_member(permission, "id")), error))
			return false;
	}
	return true;
}

static bool add_missing(struct assigning *assigning, struct json_object *existing, struct error *error)
{
	const struct permission_assignment *assignment = assigning->assignment;
	for (size_t i = 0; i < json_object_array_length(assignment->wanted); i++) {
		struct json_object *permission = json_object_array_get_idx(assignment->wanted, i);
		if (has_equal(existing, permission))
			continue;
		assigning->differs = true;
		if (assignment->looks)
			continue;
		if (!permission_insert(assigning->content, assigning->registry, assignment->role, permission, error))
			return false;
		json_object_array_add(assigning->kept, json_object_get(permission));
	}
	return true;
}

bool permissions_assign(const struct content_call *content, const struct registry *registry,
                        const struct permission_assignment *assignment, struct json_object **kept, bool *differs,
                        struct error *error)
{
	struct assigning assigning = {.content = content, .registry = registry, .assignment = assignment};
	struct json_object *existing;
	if (!permissions_read(content, registry, assignment->role, &existing, error))
		return false;
	assigning.kept = json_object_new_array();
	bool done = delete_unwanted(&assigning, existing, error) && add_missing(&assigning, existing, error);
	json_object_put(existing);
	*differs = assigning.differs;
	if (done && kept)
		*kept = assigning.kept;
	else
		json_object_put(assigning.kept);
	return done;
}
