/* What the resolvers of the models do, in words: for who puts others in their place. */
#include "accounts.h"
#include "files.h"
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

/* Fields of users-permissions. */
static bool is_account(graphql_resolver *resolve)
{
	static graphql_resolver *const all[] = {
	    api_graphql_resolve_me,          api_graphql_resolve_login,
	    api_graphql_resolve_register,    api_graphql_resolve_forgot_password,
	    api_graphql_resolve_create_user, api_graphql_resolve_reset_password,
	    api_graphql_resolve_update_user, api_graphql_resolve_change_password,
	    api_graphql_resolve_delete_user, api_graphql_resolve_email_confirmation,
	    api_graphql_resolve_create_role, api_graphql_resolve_update_role,
	    api_graphql_resolve_delete_role,
	};
	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (resolve == all[i])
			return true;
	return false;
}

void api_graphql_write_resolver(struct buffer *buffer, const struct api_graphql_schema *schema,
                                const struct graphql_field *field)
{
	static const struct {
		graphql_resolver *resolve;
		const char *kind;
	} operations[] = {
	    {api_graphql_resolve_find, "find"},
	    {api_graphql_resolve_find_single, "find"},
	    {api_graphql_resolve_find_one, "findOne"},
	    {api_graphql_resolve_create, "create"},
	    {api_graphql_resolve_update, "update"},
	    {api_graphql_resolve_update_single, "update"},
	    {api_graphql_resolve_delete, "delete"},
	    {api_graphql_resolve_delete_single, "delete"},
	    {api_graphql_resolve_update_file_info, "updateFileInfo"},
	    {api_graphql_resolve_remove_file, "removeFile"},
	    {api_graphql_resolve_create_localization, "localize"},
	};
	graphql_resolver *resolve = field->resolve;
	for (size_t i = 0; i < COUNT_OF(operations); i++)
		if (resolve == operations[i].resolve) {
			write_operation(buffer, operations[i].kind, field->context);
			return;
		}
	if (is_account(resolve))
		buffer_text(buffer, "{\"kind\":\"account\"}");
	else if (resolve == api_graphql_resolve_related || resolve == api_graphql_resolve_items)
		write_related(buffer, schema, field);
	else if (resolve == api_graphql_resolve_data)
		buffer_text(buffer,
		            field->type->wrap == GRAPHQL_NON_NULL ? "{\"kind\":\"nodes\"}" : "{\"kind\":\"value\"}");
	else if (resolve == api_graphql_resolve_meta)
		buffer_text(buffer, "{\"kind\":\"info\"}");
	else if (resolve == api_graphql_resolve_attributes)
		buffer_text(buffer, "{\"kind\":\"itself\"}");
	else if (!resolve || resolve == api_graphql_resolve_scalar || resolve == api_graphql_resolve_entity_id ||
	         resolve == api_graphql_resolve_component_id)
		buffer_text(buffer, "{\"kind\":\"member\"}");
	else
		buffer_text(buffer, "null");
}
