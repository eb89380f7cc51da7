/* What can be done with an attribute in lists and forms. */
#include "view_rules.h"

static const char *type_of(struct json_object *attribute)
{
	struct json_object *type = json_member_of_type(attribute, "type", json_type_string);
	return type ? json_object_get_string(type) : "";
}

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(text, list[i]) == 0)
			return true;
	return false;
}

static bool relates(struct json_object *attribute, const char *const *kinds, size_t count)
{
	struct json_object *kind = json_member_of_type(attribute, "relationType", json_type_string);
	return kind && is_one_of(json_object_get_string(kind), kinds, count);
}

static bool is_hidden(const struct admin_schema *schema, const char *name)
{
	const struct attribute *attribute =
	    schema->type && schema->hidden ? model_attribute(schema->type, slice_of(name)) : NULL;
	return attribute && attribute != &schema->type->id && schema->hidden[attribute->index];
}

bool view_is_listable(const struct admin_schema *schema, const char *name)
{
	static const char *const never[] = {"json", "password", "richtext", "dynamiczone", "blocks"};
	static const char *const relations[] = {"oneToOne", "oneToMany", "manyToOne", "manyToMany"};
	struct json_object *attribute;
	if (!json_find(schema->attributes, name, &attribute) || is_hidden(schema, name))
		return false;
	const char *type = type_of(attribute);
	return !is_one_of(type, never, COUNT_OF(never)) &&
	       (strcmp(type, "relation") != 0 || relates(attribute, relations, COUNT_OF(relations)));
}

bool view_is_sortable(const struct admin_schema *schema, const char *name)
{
	static const char *const never[] = {"component", "json", "media", "richtext", "dynamiczone", "blocks"};
	static const char *const relations[] = {"oneToOne", "manyToOne"};
	struct json_object *attribute;
	if (!json_find(schema->attributes, name, &attribute) || (schema->component && strcmp(name, "id") == 0))
		return false;
	const char *type = type_of(attribute);
	return !is_one_of(type, never, COUNT_OF(never)) &&
	       (strcmp(type, "relation") != 0 || relates(attribute, relations, COUNT_OF(relations)));
}

bool view_is_editable(const struct admin_schema *schema, const char *name)
{
	static const char *const never[] = {"id", "publishedAt"};
	static const char *const added[] = {"createdAt", "updatedAt", "createdBy", "updatedBy"};
	return json_find(schema->attributes, name, NULL) && !is_hidden(schema, name) &&
	       !is_one_of(name, never, COUNT_OF(never)) &&
	       (schema->component || !is_one_of(name, added, COUNT_OF(added)));
}

/* What the panel does not show but may be set: a list may be sorted by it. */
static bool is_hidden_and_writable(const struct admin_schema *schema, struct slice name)
{
	const struct attribute *attribute = schema->type ? model_attribute(schema->type, name) : NULL;
	return attribute && attribute->hidden && attribute->writable;
}

bool view_is_default_sort(const struct admin_schemas *schemas, const struct admin_schema *schema, struct slice sort)
{
	while (sort.len && schema) {
		size_t length = 0;
		while (length < sort.len && sort.ptr[length] != '[' && sort.ptr[length] != ']')
			length++;
		char name[256];
		if (!length || length >= sizeof name)
			return false;
		memcpy(name, sort.ptr, length);
		name[length] = 0;
		const bool id = strcmp(name, "id") == 0;
		const bool creator = strcmp(name, "createdBy") == 0 || strcmp(name, "updatedBy") == 0;
		if (!id && !creator && !view_is_listable(schema, name) &&
		    !is_hidden_and_writable(schema, (struct slice){name, length}))
			return false;
		while (length < sort.len && (sort.ptr[length] == '[' || sort.ptr[length] == ']'))
			length++;
		sort = (struct slice){sort.ptr + length, sort.len - length};
		if (sort.len) {
			struct json_object *attribute = json_member(schema->attributes, name);
			schema = schemas_find(schemas, json_string(json_member(attribute, "targetModel")));
		}
	}
	return schema != NULL;
}

bool view_is_empty(struct json_object *part)
{
	return !json_object_is_type(part, json_type_object) || !json_object_object_length(part);
}
