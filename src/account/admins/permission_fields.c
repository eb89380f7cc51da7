/* The fields that permissions list. */
#include "permissions.h"

enum { DEEPEST = 15 };

struct listing {
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

static void add(struct listing *listing, const char *path)
{
	json_object_array_add(listing->fields, json_object_new_string(path));
}

static void list_type(struct listing *listing, const struct content_type *type, const char *before, unsigned depth);

static void list_component(struct listing *listing, const struct attribute *attribute, const char *path, unsigned depth)
{
	const size_t count = json_object_array_length(listing->fields);
	const bool included = !listing->required || attribute->required;
	if (!included && !is_inside(listing->existing, path))
		return;
	list_type(listing, attribute->target, path, depth + 1);
	if (included && json_object_array_length(listing->fields) == count)
		add(listing, path);
}

static void list_type(struct listing *listing, const struct content_type *type, const char *before, unsigned depth)
{
	if (depth == DEEPEST) {
		if (before && !listing->with_self)
			add(listing, before);
		return;
	}
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->hidden)
			continue;
		const char *path =
		    before ? arena_format(listing->arena, "%s.%s", before, attribute->name) : attribute->name;
		if (listing->with_self) {
			add(listing, path);
			if (attribute->type == ATTRIBUTE_COMPONENT)
				list_type(listing, attribute->target, path, depth + 1);
		} else if (attribute->type == ATTRIBUTE_COMPONENT) {
			list_component(listing, attribute, path, depth);
		} else if (!listing->required || attribute->required) {
			add(listing, path);
		}
	}
}

static struct json_object *list(struct listing listing, const struct content_type *type)
{
	listing.arena = arena_create();
	listing.fields = json_object_new_array();
	list_type(&listing, type, NULL, 0);
	arena_destroy(listing.arena);
	return listing.fields;
}

struct json_object *permission_fields(const struct content_type *type, bool required, struct json_object *existing)
{
	return list((struct listing){.required = required, .existing = existing}, type);
}

struct json_object *permission_possible_fields(const struct content_type *type)
{
	return list((struct listing){.with_self = true}, type);
}
