/* The types that entries have, and their responses. */
#include "build_types.h"
#include "build_inputs.h"
#include "resolve.h"
#include "resolve_scalar.h"
#include "scalars.h"

static bool shows(const struct builder *builder, const struct content_type *type, const char *name)
{
	return api_graphql_is_field_enabled(builder->schema->switches, slice_of(type->uid), slice_of(name),
	                                    API_GRAPHQL_OUTPUT);
}

/* "X", "X!", "[X]" or "[X]!" */
static const char *wrap(const struct builder *builder, const char *name, bool list, bool required)
{
	return arena_format(builder->arena, "%s%s%s%s", list ? "[" : "", name, list ? "]" : "", required ? "!" : "");
}

static void build_enumeration(struct builder *builder, const struct content_type *type,
                              const struct attribute *attribute)
{
	const char *name = api_graphql_name_of_enumeration(builder->arena, type, attribute);
	struct graphql_type *values = api_graphql_build_type(builder, GRAPHQL_ENUM, name, NULL);
	if (builder->failed)
		return;
	if (values->context) {
		builder->failed =
		    !error_validation(builder->error, "%s: %s: another attribute's values have the name %s, too",
		                      type->uid, attribute->name, name);
		return;
	}
	values->context = (void *)(uintptr_t)attribute;
	for (size_t i = 0; i < attribute->enumeration_count && !builder->failed; i++) {
		const char *value = attribute->enumeration[i];
		const char *called = api_graphql_name_of_enum_value(builder->arena, value);
		if (!called || graphql_type_value(values, slice_of(called)))
			continue;
		builder->failed = !graphql_add_enum_value(builder->graphql, values, slice_of(called), slice_of(value),
		                                          builder->error);
	}
}

static void build_dynamic_zone(struct builder *builder, const struct content_type *type,
                               const struct attribute *attribute)
{
	const char *name = api_graphql_name_of_dynamic_zone(builder->arena, type, attribute);
	struct graphql_type *zone = api_graphql_build_type(builder, GRAPHQL_UNION, name, NULL);
	if (builder->failed)
		return;
	zone->resolve_type = api_graphql_resolve_entry_type;
	for (size_t i = 0; i < attribute->component_count; i++)
		graphql_add_member(builder->graphql, zone,
		                   slice_of(api_graphql_name_of_type(builder->arena, attribute->components[i])));
	graphql_add_member(builder->graphql, zone, SLICE("Error"));
	api_graphql_build_dynamic_zone_input(builder, arena_format(builder->arena, "%sInput", name), attribute);
}

/* The enumerations and dynamic zones of a type come before the type itself. */
static void build_parts(struct builder *builder, const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (type->attributes[i].type == ATTRIBUTE_ENUMERATION)
			build_enumeration(builder, type, &type->attributes[i]);
	for (size_t i = 0; i < type->attribute_count; i++)
		if (type->attributes[i].type == ATTRIBUTE_DYNAMICZONE)
			build_dynamic_zone(builder, type, &type->attributes[i]);
}

static void build_component_field(struct builder *builder, struct graphql_type *type, const struct attribute *attribute)
{
	const char *name = api_graphql_name_of_type(builder->arena, attribute->target);
	const char *result = wrap(builder, name, attribute->multiple, attribute->required);
	if (!api_graphql_build_is_enabled(builder, attribute->target))
		return;
	struct graphql_field *field =
	    api_graphql_build_field(builder, type, attribute->name, result, api_graphql_resolve_related, attribute);
	if (attribute->multiple)
		api_graphql_build_list_arguments(builder, field, attribute->target);
}

static void build_relation_field(struct builder *builder, struct graphql_type *type, const struct attribute *attribute)
{
	const char *suffix = attribute->multiple ? api_graphql_build_relation_collection : api_graphql_build_response;
	if (!api_graphql_build_is_enabled(builder, attribute->target))
		return;
	const char *result =
	    wrap(builder, api_graphql_build_name(builder, attribute->target, suffix), false, attribute->required);
	struct graphql_field *field =
	    api_graphql_build_field(builder, type, attribute->name, result, api_graphql_resolve_related, attribute);
	if (attribute->multiple)
		api_graphql_build_list_arguments(builder, field, attribute->target);
}

static void build_attribute(struct builder *builder, struct graphql_type *type, const struct content_type *of,
                            const struct attribute *attribute)
{
	const char *scalar = api_graphql_build_scalar(attribute);
	/* A password is always null (api_graphql_resolve_scalar). */
	const bool required = attribute->required && attribute->type != ATTRIBUTE_PASSWORD;
	if (attribute->type == ATTRIBUTE_ENUMERATION)
		scalar = api_graphql_name_of_enumeration(builder->arena, of, attribute);
	if (attribute_is_scalar(attribute)) {
		struct graphql_field *field = NULL;
		if (scalar)
			field = api_graphql_build_field(builder, type, attribute->name,
			                                wrap(builder, scalar, false, required),
			                                api_graphql_resolve_scalar, attribute);
		if (field)
			field->write = api_graphql_write_scalars;
	} else if (attribute->type == ATTRIBUTE_COMPONENT) {
		build_component_field(builder, type, attribute);
	} else if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		const char *zone = api_graphql_name_of_dynamic_zone(builder->arena, of, attribute);
		api_graphql_build_field(builder, type, attribute->name, wrap(builder, zone, true, attribute->required),
		                        api_graphql_resolve_items, attribute);
	} else if (attribute_is_morph(attribute) && !attribute->target) {
		api_graphql_build_field(builder, type, attribute->name,
		                        wrap(builder, "GenericMorph", attribute->multiple, attribute->required),
		                        api_graphql_resolve_items, attribute);
	} else if (!attribute_is_morph(attribute)) {
		build_relation_field(builder, type, attribute);
	}
}

static void build_fields(struct builder *builder, const struct content_type *of)
{
	struct graphql_type *type =
	    api_graphql_build_type(builder, GRAPHQL_OBJECT, api_graphql_build_name(builder, of, ""), NULL);
	if (builder->failed)
		return;
	const struct content_type *other = type->context;
	if (other) {
		builder->failed = !error_validation(builder->error, "%s and %s are both called %.*s in GraphQL",
		                                    other->uid, of->uid, (int)type->name.len, type->name.ptr);
		return;
	}
	type->context = (void *)(uintptr_t)of;
	builder->schema->types[of->index] = type;
	if (of->component && shows(builder, of, "id"))
		api_graphql_build_field(builder, type, "id", "ID!", api_graphql_resolve_component_id, &of->id);
	for (size_t i = 0; i < of->attribute_count; i++)
		if (!of->attributes[i].is_private && shows(builder, of, of->attributes[i].name))
			build_attribute(builder, type, of, &of->attributes[i]);
}

const char api_graphql_build_entity[] = "Entity", api_graphql_build_response[] = "EntityResponse",
	   api_graphql_build_collection[] = "EntityResponseCollection",
	   api_graphql_build_relation_collection[] = "RelationResponseCollection";

static void build_responses(struct builder *builder, const struct content_type *of)
{
	const char *entity_name = api_graphql_build_name(builder, of, api_graphql_build_entity);
	const char *list = arena_format(builder->arena, "[%s!]!", entity_name);
	struct graphql_type *entity = api_graphql_build_type(builder, GRAPHQL_OBJECT, entity_name, NULL);
	struct graphql_field *id =
	    api_graphql_build_field(builder, entity, "id", "ID", api_graphql_resolve_entity_id, of);
	if (id)
		id->write = api_graphql_write_id;
	if (!builder->failed && builder->schema->types[of->index]->field_count)
		api_graphql_build_field(builder, entity, "attributes", api_graphql_build_name(builder, of, ""),
		                        api_graphql_resolve_attributes, of);
	struct graphql_type *one = api_graphql_build_type(
	    builder, GRAPHQL_OBJECT, api_graphql_build_name(builder, of, api_graphql_build_response), NULL);
	api_graphql_build_field(builder, one, "data", entity_name, api_graphql_resolve_data, of);
	struct graphql_type *all = api_graphql_build_type(
	    builder, GRAPHQL_OBJECT, api_graphql_build_name(builder, of, api_graphql_build_collection), NULL);
	api_graphql_build_field(builder, all, "data", list, api_graphql_resolve_data, of);
	api_graphql_build_field(builder, all, "meta", "ResponseCollectionMeta!", api_graphql_resolve_meta, of);
	struct graphql_type *related = api_graphql_build_type(
	    builder, GRAPHQL_OBJECT, api_graphql_build_name(builder, of, api_graphql_build_relation_collection), NULL);
	api_graphql_build_field(builder, related, "data", list, api_graphql_resolve_data, of);
}

void api_graphql_build_content_type(struct builder *builder, const struct content_type *type)
{
	build_parts(builder, type);
	api_graphql_build_filters(builder, type);
	api_graphql_build_inputs(builder, type);
	build_fields(builder, type);
	if (!type->component)
		build_responses(builder, type);
}

void api_graphql_build_generic_morph(struct builder *builder, const struct content_type *const *types, size_t count)
{
	struct graphql_type *morph = api_graphql_build_type(builder, GRAPHQL_UNION, "GenericMorph", NULL);
	if (builder->failed)
		return;
	morph->resolve_type = api_graphql_resolve_entry_type;
	for (size_t i = 0; i < count; i++)
		if (builder->schema->types[types[i]->index]->field_count)
			graphql_add_member(builder->graphql, morph,
			                   slice_of(api_graphql_build_name(builder, types[i], "")));
}
