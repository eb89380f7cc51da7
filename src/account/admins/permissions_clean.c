#include "permissions_clean.h"
#include "permissions.h"

/* A permission that lists no field and no language where it has to would allow nothing. */
static bool is_void(const struct admin_action *action, const struct content_type *type, struct json_object *properties)
{
	const bool locales = access_admin_action_has_locales(action, type);
	if (type && !access_admin_action_is_for(action, type))
		return true;
	if (action->section != ADMIN_SECTION_CONTENT_TYPES || json_member(properties, "locales") || !locales)
		return false;
	return !action->fields || !json_member(properties, "fields");
}

static bool contains(struct json_object *list, struct slice text)
{
	for (size_t i = 0; i < json_object_array_length(list); i++)
		if (slice_equals(json_string(json_object_array_get_idx(list, i)), text))
			return true;
	return false;
}

static void add_once(struct json_object *list, struct json_object *more, struct json_object *allowed)
{
	for (size_t i = 0; i < json_object_array_length(more); i++) {
		struct json_object *field = json_object_array_get_idx(more, i);
		const struct slice text = json_string(field);
		if ((!allowed || contains(allowed, text)) && !contains(list, text))
			json_object_array_add(list, json_object_get(field));
	}
}

static bool has_deeper(struct json_object *list, struct slice path)
{
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		const struct slice other = json_string(json_object_array_get_idx(list, i));
		if (other.len > path.len && slice_starts_with(other, path) && other.ptr[path.len] == '.')
			return true;
	}
	return false;
}

/* The fields of the list that the type has, and those that it must have; to be released. */
static struct json_object *clean_fields(const struct content_type *type, struct json_object *fields)
{
	struct json_object *possible = permission_possible_fields(type),
			   *required = permission_fields(type, true, fields);
	struct json_object *all = json_object_new_array(), *leaves = json_object_new_array();
	if (fields)
		add_once(all, fields, possible);
	add_once(all, required, NULL);
	for (size_t i = 0; i < json_object_array_length(all); i++) {
		struct json_object *field = json_object_array_get_idx(all, i);
		if (!has_deeper(all, json_string(field)))
			json_object_array_add(leaves, json_object_get(field));
	}
	json_object_put(possible);
	json_object_put(required);
	json_object_put(all);
	return leaves;
}

static bool have_same(struct json_object *one, struct json_object *other)
{
	for (size_t i = 0; one && i < json_object_array_length(one); i++)
		if (!other || !contains(other, json_string(json_object_array_get_idx(one, i))))
			return false;
	return true;
}

static bool set_fields(struct permission_cleaning *cleaning, struct json_object *permission, struct json_object *fields,
                       struct error *error)
{
	struct json_object *data = json_keep(cleaning->content->arena, json_object_new_object()), *properties = NULL;
	struct json_object *old = json_member(permission, "properties");
	cleaning->differs = true;
	if (cleaning->looks) {
		json_object_put(fields);
		return true;
	}
	if (old)
		json_object_deep_copy(old, &properties, NULL);
	else
		properties = json_object_new_object();
	json_object_object_add(properties, "fields", fields);
	json_object_object_add(data, "properties", properties);
	return content_change_entry(cleaning->content, cleaning->registry->admin_permission, data,
	                            json_object_get_int64(json_member(permission, "id")), error);
}

static bool clean_permission(struct permission_cleaning *cleaning, struct json_object *permission, struct error *error)
{
	const struct slice uid = json_string(json_member(permission, "subject"));
	const struct content_type *type = uid.len ? model_type(cleaning->registry, uid) : NULL;
	const struct admin_action *action =
	    access_admin_action(cleaning->registry, json_string(json_member(permission, "action")));
	struct json_object *properties = json_member(permission, "properties");
	struct json_object *fields = json_member_of_type(properties, "fields", json_type_array);
	if (!action || (uid.len && !type))
		return true; /* of a plugin that is not run here, maybe */
	if (is_void(action, type, properties)) {
		cleaning->differs = true;
		return cleaning->looks || content_remove(cleaning->content, cleaning->registry->admin_permission,
		                                         json_object_get_int64(json_member(permission, "id")), error);
	}
	if (!action->fields || !type)
		return true;
	struct json_object *cleaned = clean_fields(type, fields);
	if (have_same(cleaned, fields) && have_same(fields, cleaned)) {
		json_object_put(cleaned);
		return true;
	}
	return set_fields(cleaning, permission, cleaned, error);
}

bool permissions_clean(struct permission_cleaning *cleaning, struct error *error)
{
	struct json_object *list;
	if (!permissions_read(cleaning->content, cleaning->registry, 0, &list, error))
		return false;
	bool done = true;
	for (size_t i = 0; done && i < json_object_array_length(list); i++)
		done = clean_permission(cleaning, json_object_array_get_idx(list, i), error);
	json_object_put(list);
	return done;
}
