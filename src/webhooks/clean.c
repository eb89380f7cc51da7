#include "webhooks.h"

#include <json-c/json.h>

enum { DEEPEST = 64 };

static void clean(const struct registry *registry, const struct content_type *type, struct json_object *entry,
                  unsigned depth);

static bool hides(const struct attribute *attribute)
{
	return attribute && (attribute->is_private || attribute->type == ATTRIBUTE_PASSWORD);
}

static bool is_hidden_anywhere(const struct registry *registry, const char *name)
{
	for (size_t i = 0; i < registry->type_count; i++)
		if (hides(model_attribute(registry->types[i], slice_of(name))))
			return true;
	return false;
}

/* Whose type is not known shows what no type hides, and nothing that it is related to. */
static void clean_unknown(const struct registry *registry, struct json_object *entry)
{
	struct json_object_iterator at = json_object_iter_begin(entry), end = json_object_iter_end(entry);
	while (!json_object_iter_equal(&at, &end)) {
		const char *name = json_object_iter_peek_name(&at);
		struct json_object *value = json_object_iter_peek_value(&at);
		bool related = json_find(value, "id", NULL) || json_object_is_type(value, json_type_array);
		json_object_iter_next(&at);
		if (related || is_hidden_anywhere(registry, name))
			json_object_object_del(entry, name);
	}
}

/* What an entry is related to. */
static void clean_related(const struct registry *registry, const struct attribute *attribute,
                          struct json_object *related, unsigned depth)
{
	struct json_object *uid = json_member(related, "__type");
	if (!uid)
		uid = json_member(related, "__component");
	const struct content_type *type = uid                                  ? model_type(registry, json_string(uid))
	                                  : attribute->type == ATTRIBUTE_MEDIA ? registry->file
	                                                                       : attribute->target;
	if (!json_object_is_type(related, json_type_object))
		return;
	if (type && depth < DEEPEST)
		clean(registry, type, related, depth + 1);
	else
		clean_unknown(registry, related);
}

static void clean(const struct registry *registry, const struct content_type *type, struct json_object *entry,
                  unsigned depth)
{
	if (type->id.is_private)
		json_object_object_del(entry, "id");
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (!json_find(entry, attribute->name, &value))
			continue;
		if (hides(attribute)) {
			json_object_object_del(entry, attribute->name);
			continue;
		}
		if (attribute_is_scalar(attribute))
			continue;
		if (!json_object_is_type(value, json_type_array))
			clean_related(registry, attribute, value, depth);
		for (size_t j = 0; json_object_is_type(value, json_type_array) && j < json_object_array_length(value);
		     j++)
			clean_related(registry, attribute, json_object_array_get_idx(value, j), depth);
	}
}

void webhook_clean(const struct registry *registry, const struct content_type *type, struct json_object *entry)
{
	clean(registry, type, entry, 0);
}
