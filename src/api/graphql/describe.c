/* What the resolvers of the models do, in words: for who puts others in their place. */
#include "mutations.h"
#include "queries.h"
#include "resolve.h"
#include "resolve_scalar.h"

static void write_operation(struct buffer *buffer, const char *kind, const struct content_type *type)
{
	buffer_format(buffer, "{\"kind\":\"%s\",\"uid\":", kind);
	json_write_string(buffer, slice_of(type->uid));
	buffer_text(buffer, type->single ? ",\"single\":true}" : "}");
}

/* The type whose attributes the field's owner has. */
static const struct content_type *type_of(const struct api_graphql_schema *schema, const struct graphql_type *owner)
{
	for (size_t i = 0; i < schema->registry->type_count; i++)
		if (schema->types[i] == owner)
			return schema->registry->types[i];
	return NULL;
}

static void write_related(struct buffer *buffer, const struct api_graphql_schema *schema,
                          const struct graphql_field *field)
{
	const struct content_type *type = type_of(schema, field->owner);
	const struct attribute *attribute = field->context;
	if (!type) {
		buffer_text(buffer, "null");
		return;
	}
	buffer_text(buffer, "{\"kind\":\"related\",\"uid\":");
	json_write_string(buffer, slice_of(type->uid));
	buffer_text(buffer, ",\"attribute\":");
	json_write_string(buffer, slice_of(attribute->name));
	buffer_byte(buffer, '}');
}

void api_graphql_write_resolver(struct buffer *buffer, const struct api_graphql_schema *schema,
                                const struct graphql_field *field)
{
	static const struct {
		graphql_resolver *resolve;
		const char *kind;
	} operations[] = {
	    {resolve_find, "find"},     {resolve_find_single, "find"},     {resolve_find_one, "findOne"},
	    {resolve_create, "create"}, {resolve_update, "update"},        {resolve_update_single, "update"},
	    {resolve_delete, "delete"}, {resolve_delete_single, "delete"},
	};
	graphql_resolver *resolve = field->resolve;
	for (size_t i = 0; i < COUNT_OF(operations); i++)
		if (resolve == operations[i].resolve) {
			write_operation(buffer, operations[i].kind, field->context);
			return;
		}
	if (resolve == resolve_related || resolve == resolve_items)
		write_related(buffer, schema, field);
	else if (resolve == resolve_data)
		buffer_text(buffer,
		            field->type->wrap == GRAPHQL_NON_NULL ? "{\"kind\":\"nodes\"}" : "{\"kind\":\"value\"}");
	else if (resolve == resolve_meta)
		buffer_text(buffer, "{\"kind\":\"info\"}");
	else if (resolve == resolve_attributes)
		buffer_text(buffer, "{\"kind\":\"itself\"}");
	else if (!resolve || resolve == resolve_scalar || resolve == resolve_entity_id ||
	         resolve == resolve_component_id)
		buffer_text(buffer, "{\"kind\":\"member\"}");
	else
		buffer_text(buffer, "null");
}
