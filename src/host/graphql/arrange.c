#include "arrange.h"

#include <json-c/json.h>

/* ---- order ---- */

static void put_first(struct graphql_schema *schema, struct json_object *one)
{
	struct slice name = json_string(json_item(one, 0));
	struct json_object *members = json_item(one, 1);
	struct graphql_type *type = graphql_schema_type(schema, name);
	if (!type)
		return;
	for (size_t i = json_count(members); i > 0; i--)
		graphql_put_member_first(type, json_string(json_item(members, i - 1)));
	graphql_put_type_first(schema, name);
}

void arrange_order(struct graphql_schema *schema, struct json_object *order)
{
	for (size_t i = order ? json_count(order) : 0; i > 0; i--)
		put_first(schema, json_item(order, i - 1));
}

/* ---- locales ---- */

static bool add_locales(struct api_graphql_schema *schema, const char *root, struct error *error)
{
	struct graphql_type *type = graphql_schema_type(schema->graphql, slice_of(root));
	for (struct graphql_field *field = type ? type->fields : NULL; field; field = field->next) {
		/* Not of lists, nor of what is never null. */
		if (field->type->wrap == GRAPHQL_NON_NULL || field->type->wrap == GRAPHQL_LIST)
			continue;
		const struct graphql_type *described = graphql_schema_type(schema->graphql, field->type->name);
		const struct content_type *of = described ? api_graphql_type_of(schema, described) : NULL;
		if (of && of->localized &&
		    !graphql_add_argument(schema->graphql, field, SLICE("locale"), "I18NLocaleCode", NULL, error))
			return false;
	}
	return true;
}

bool arrange_locales(struct api_graphql_schema *schema, struct error *error)
{
	if (!graphql_schema_type(schema->graphql, SLICE("I18NLocaleCode")))
		return true;
	return add_locales(schema, "Query", error) && add_locales(schema, "Mutation", error);
}
