/* The fields that permissions list. */
#include "permissions.h"

enum { DEEPEST = 15 };

struct field_paths {
	struct arena *arena;
	struct json_object *fields;
	struct json_object *existing;
	bool required;  /* only those that must be there */
	bool with_self; /* components by themselves, too, and all fields */
};

static bool is_inside(struct json_object *existing, const char *path)
{
	for (size_t i = 0; existing && i < json_object_array_length(existing); i++)
		if (slice_starts_with(json_string(json_object_array_get_idx(existing, i)), slice_of(path)))
			return true;
	return false;
}

static void add(struct field_paths *paths, const char *path)
{
	json_object_array_add(paths->fields, json_object_new_string(path));
}

static void list_type(struct field_paths *paths, const struct content_type *type, const char *before, unsigned depth);

static void list_component(struct field_paths *paths, const struct attribute *attribute, const char *path,
                           unsigned depth)
{
	const size_t count = json_object_array_length(paths->fields);
	const bool included = !paths->required || attribute->required;
	if (!included && !is_inside(paths->existing, path))
		return;
	list_type(paths, attribute->target, path, depth + 1);
	if (included && json_object_array_length(paths->fields) == count)
		add(paths, path);
}

static void list_type(struct field_paths *paths, const struct content_type *type, const char *before, unsigned depth)
{
	if (depth == DEEPEST) {
		if (before && !paths->with_self)
			add(paths, before);
		return;
	}
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->hidden)
			continue;
		const char *path =
		    before ? arena_format(paths->arena, "%s.%s", before, attribute->name) : attribute->name;
		if (paths->with_self) {
			add(paths, path);
			if (attribute->type == ATTRIBUTE_COMPONENT)
				list_type(paths, attribute->target, path, depth + 1);
		} else if (attribute->type == ATTRIBUTE_COMPONENT) {
			list_component(paths, attribute, path, depth);
		} else if (!paths->required || attribute->required) {
			add(paths, path);
		}
	}
}

static struct json_object *list(struct field_paths paths, const struct content_type *type)
{
	paths.arena = arena_create();
	paths.fields = json_object_new_array();
	list_type(&paths, type, NULL, 0);
	arena_destroy(paths.arena);
	return paths.fields;
}

struct json_object *permission_fields(const struct content_type *type, bool required, struct json_object *existing)
{
	return list((struct field_paths){.required = required, .existing = existing}, type);
}

struct json_object *permission_possible_fields(const struct content_type *type)
{
	return list((struct field_paths){.with_self = true}, type);
}
