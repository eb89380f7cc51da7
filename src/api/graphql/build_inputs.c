/* The inputs and filters of content-types and components. */
#include "build_inputs.h"

static bool is_on(const struct builder *builder, const struct content_type *type, const char *name,
                  enum api_graphql_field_switch part)
{
	return api_graphql_is_field_enabled(builder->schema->switches, slice_of(type->uid), slice_of(name), part);
}

static void build_filter(struct builder *builder, struct graphql_type *filters, const struct attribute *attribute)
{
	const char *scalar = api_graphql_build_scalar(attribute);
	if (attribute_is_scalar(attribute)) {
		if (scalar)
			api_graphql_build_input(builder, filters, attribute->name,
			                        arena_format(builder->arena, "%sFilterInput", scalar), NULL, attribute);
		return;
	}
	bool reachable = attribute->type == ATTRIBUTE_COMPONENT ||
	                 (attribute->type == ATTRIBUTE_RELATION && !attribute_is_morph(attribute));
	if (reachable && api_graphql_build_is_enabled(builder, attribute->target))
		api_graphql_build_input(builder, filters, attribute->name,
		                        api_graphql_build_name(builder, attribute->target, "FiltersInput"), NULL,
		                        attribute);
}

/* Private attributes stand here, too, as in Strapi; using them is refused. */
void api_graphql_build_filters(struct builder *builder, const struct content_type *type)
{
	const char *name = api_graphql_build_name(builder, type, "FiltersInput");
	const char *list = arena_format(builder->arena, "[%s]", name);
	struct graphql_type *filters = api_graphql_build_type(builder, GRAPHQL_INPUT_OBJECT, name, NULL);
	if (!type->component && !type->single && is_on(builder, type, "id", API_GRAPHQL_FILTERS))
		api_graphql_build_input(builder, filters, "id", "IDFilterInput", NULL, &type->id);
	for (size_t i = 0; i < type->attribute_count; i++)
		if (is_on(builder, type, type->attributes[i].name, API_GRAPHQL_FILTERS))
			build_filter(builder, filters, &type->attributes[i]);
	api_graphql_build_input(builder, filters, "and", list, NULL, NULL);
	api_graphql_build_input(builder, filters, "or", list, NULL, NULL);
	api_graphql_build_input(builder, filters, "not", name, NULL, NULL);
}

/* What an attribute takes: the name of a type, or NULL when it can't be set. */
static const char *input_of(const struct builder *builder, const struct content_type *type,
                            const struct attribute *attribute)
{
	switch (attribute->type) {
	case ATTRIBUTE_ENUMERATION:
		return api_graphql_name_of_enumeration(builder->arena, type, attribute);
	case ATTRIBUTE_RELATION:
		return attribute_is_morph(attribute) || !api_graphql_build_is_enabled(builder, attribute->target)
		           ? NULL
		           : "ID";
	case ATTRIBUTE_MEDIA:
		return api_graphql_build_is_enabled(builder, attribute->target) ? "ID" : NULL;
	case ATTRIBUTE_COMPONENT:
		return api_graphql_build_is_enabled(builder, attribute->target)
		           ? api_graphql_build_name(builder, attribute->target, "Input")
		           : NULL;
	case ATTRIBUTE_DYNAMICZONE:
		return arena_format(builder->arena, "%sInput!",
		                    api_graphql_name_of_dynamic_zone(builder->arena, type, attribute));
	default:
		return api_graphql_build_scalar(attribute);
	}
}

void api_graphql_build_inputs(struct builder *builder, const struct content_type *type)
{
	struct graphql_type *input =
	    api_graphql_build_type(builder, GRAPHQL_INPUT_OBJECT, api_graphql_build_name(builder, type, "Input"), NULL);
	if (type->component && is_on(builder, type, "id", API_GRAPHQL_INPUT))
		api_graphql_build_input(builder, input, "id", "ID", NULL, &type->id);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (!attribute->writable || attribute->creator ||
		    !is_on(builder, type, attribute->name, API_GRAPHQL_INPUT))
			continue;
		const char *takes = input_of(builder, type, attribute);
		if (takes && !attribute_is_scalar(attribute) && attribute->multiple)
			takes = arena_format(builder->arena, "[%s]", takes);
		if (takes)
			api_graphql_build_input(builder, input, attribute->name, takes, NULL, attribute);
	}
}
