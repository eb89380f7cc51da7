/* What all types share: errors, pagination, publication states, the filters of scalars. */
#include "build_common.h"
#include "resolve.h"

static void build_errors(struct builder *builder)
{
	struct graphql_type *error = api_graphql_build_type(builder, GRAPHQL_OBJECT, "Error", NULL);
	api_graphql_build_field(builder, error, "code", "String!", NULL, NULL);
	api_graphql_build_field(builder, error, "message", "String", NULL, NULL);
}

static void build_meta(struct builder *builder)
{
	struct graphql_type *pagination = api_graphql_build_type(builder, GRAPHQL_OBJECT, "Pagination", NULL);
	api_graphql_build_field(builder, pagination, "total", "Int!", api_graphql_resolve_page, NULL);
	api_graphql_build_field(builder, pagination, "page", "Int!", api_graphql_resolve_page, NULL);
	api_graphql_build_field(builder, pagination, "pageSize", "Int!", api_graphql_resolve_page, NULL);
	api_graphql_build_field(builder, pagination, "pageCount", "Int!", api_graphql_resolve_page, NULL);
	struct graphql_type *meta = api_graphql_build_type(builder, GRAPHQL_OBJECT, "ResponseCollectionMeta", NULL);
	api_graphql_build_field(builder, meta, "pagination", "Pagination!", api_graphql_resolve_pagination, NULL);
}

static void build_publication_state(struct builder *builder)
{
	struct graphql_type *type = api_graphql_build_type(builder, GRAPHQL_ENUM, "PublicationState", NULL);
	if (builder->failed)
		return;
	builder->failed =
	    !graphql_add_enum_value(builder->graphql, type, SLICE("LIVE"), SLICE("live"), builder->error) ||
	    !graphql_add_enum_value(builder->graphql, type, SLICE("PREVIEW"), SLICE("preview"), builder->error);
}

static void build_scalar_filters(struct builder *builder, const char *scalar)
{
	static const struct {
		const char *name;
		char shape; /* 'v' a value, 'l' a list of values, 'f' a flag, 'n' the filters themselves */
	} operators[] = {
	    {"and", 'l'},         {"or", 'l'},        {"not", 'n'},          {"eq", 'v'},       {"eqi", 'v'},
	    {"ne", 'v'},          {"nei", 'v'},       {"startsWith", 'v'},   {"endsWith", 'v'}, {"contains", 'v'},
	    {"notContains", 'v'}, {"containsi", 'v'}, {"notContainsi", 'v'}, {"gt", 'v'},       {"gte", 'v'},
	    {"lt", 'v'},          {"lte", 'v'},       {"null", 'f'},         {"notNull", 'f'},  {"in", 'l'},
	    {"notIn", 'l'},       {"between", 'l'},
	};
	const char *name = arena_format(builder->arena, "%sFilterInput", scalar);
	const char *list = arena_format(builder->arena, "[%s]", scalar);
	struct graphql_type *filters = api_graphql_build_type(builder, GRAPHQL_INPUT_OBJECT, name, NULL);
	for (size_t i = 0; i < COUNT_OF(operators); i++) {
		char shape = operators[i].shape;
		const char *type = shape == 'v' ? scalar : shape == 'l' ? list : shape == 'f' ? "Boolean" : name;
		api_graphql_build_input(builder, filters, operators[i].name, type, NULL, NULL);
	}
}

void api_graphql_build_common(struct builder *builder)
{
	static const char *const scalars[] = {"ID",    "Boolean", "String", "Int",      "Long",
	                                      "Float", "Date",    "Time",   "DateTime", "JSON"};
	build_errors(builder);
	build_meta(builder);
	build_publication_state(builder);
	for (size_t i = 0; i < COUNT_OF(scalars); i++)
		build_scalar_filters(builder, scalars[i]);
}

void api_graphql_build_pagination_argument(struct builder *builder)
{
	static const char *const names[] = {"page", "pageSize", "start", "limit"};
	struct graphql_type *type = api_graphql_build_type(builder, GRAPHQL_INPUT_OBJECT, "PaginationArg", NULL);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		api_graphql_build_input(builder, type, names[i], "Int", NULL, NULL);
}
