#include "load.h"

#include "content/read/lifecycle.h"

static void add_populate(struct arena *arena, struct query *query, const struct attribute *attribute)
{
	struct populate *populate = &query->populates[query->populate_count++];
	populate->attribute = attribute;
	populate->query = attribute->target ? query_create(arena, attribute->target) : NULL;
	populate->by_type = arena_array(arena, attribute->component_count, sizeof *populate->by_type);
	for (; populate->by_type_count < attribute->component_count; populate->by_type_count++)
		populate->by_type[populate->by_type_count] =
		    query_create(arena, attribute->components[populate->by_type_count]);
}

bool load_components(struct write *write, const struct content_type *type, int64_t id, bool as_text,
                     const struct attribute *only)
{
	const struct content_call *call = write->call;
	struct json_object *json;
	if (!lifecycle_has_listener(call, type, LIFECYCLE_BEFORE_FIND_ONE))
		return true;
	struct query *query = query_create(call->arena, type);
	query->fields = arena_array(call->arena, 1, sizeof *query->fields);
	query->fields[query->field_count++] = &type->id;
	query->populates = arena_array(call->arena, type->attribute_count, sizeof *query->populates);
	for (size_t i = 0; i < type->attribute_count; i++)
		if (attribute_holds_components(&type->attributes[i]) && (!only || only == &type->attributes[i]))
			add_populate(call->arena, query, &type->attributes[i]);
	return !query->populate_count || lifecycle_read(call, query, id, as_text, &json, write->error);
}

bool load_each_field(struct write *write, const struct content_type *type, int64_t id, bool as_text)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (attribute_holds_components(&type->attributes[i]) &&
		    !load_components(write, type, id, as_text, &type->attributes[i]))
			return false;
	return true;
}
