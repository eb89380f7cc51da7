/* Schema definition language. What defines a type that is there already extends it: so the definitions of several
 * extensions, and of the models, are put together as Strapi does. */
#include "type_defs.h"
#include "app.h"

static const struct graphql_limits limits = {.bytes = 1 << 20, .tokens = 100000, .depth = 64};

static const char *const keywords[] = {
    [GRAPHQL_DEFINE_SCALAR] = "scalar", [GRAPHQL_DEFINE_OBJECT] = "type", [GRAPHQL_DEFINE_INTERFACE] = "interface",
    [GRAPHQL_DEFINE_UNION] = "union",   [GRAPHQL_DEFINE_ENUM] = "enum",   [GRAPHQL_DEFINE_INPUT] = "input",
    [GRAPHQL_DEFINE_DIRECTIVE] = NULL,
};

/* Where the definition's keyword stands: behind its description, before its name. */
static size_t find_keyword(struct slice text, const struct graphql_definition *definition)
{
	const char *keyword = keywords[definition->kind];
	size_t length = strlen(keyword), at = definition->name.at;
	while (at > definition->at && (at + length > text.len || memcmp(text.ptr + at, keyword, length) != 0))
		at--;
	return at;
}

static bool is_there(const struct graphql_schema *schema, const struct graphql_definition *definition)
{
	return !definition->extends && keywords[definition->kind] && graphql_schema_type(schema, definition->name.text);
}

bool extend_add_definitions(struct graphql_schema *graphql, const char *input, struct error *error)
{
	struct slice text = arena_copy_slice(graphql->arena, slice_of(input));
	struct graphql_error wrong;
	struct buffer merged = {0};
	size_t done = 0;
	const struct graphql_document *document = graphql_parse(graphql->arena, text, &limits, &wrong);
	for (size_t i = 0; document && i < document->definition_count; i++) {
		const struct graphql_definition *definition = &document->definitions[i];
		if (!is_there(graphql, definition))
			continue;
		buffer_add(&merged, text.ptr + done, definition->at - done);
		buffer_text(&merged, "extend ");
		done = find_keyword(text, definition);
	}
	buffer_add(&merged, text.ptr + done, text.len - done);
	bool good = graphql_add_definitions(graphql, arena_copy_slice(graphql->arena, buffer_as_slice(&merged)), error);
	buffer_free(&merged);
	return good;
}

bool builder_add_text(struct lectern_schema *schema, const char *input)
{
	struct error error;
	return extend_add_definitions(schema->graphql, input, &error) ||
	       app_refuse(schema->app, "its type definitions are wrong: %s", error.message);
}

bool lectern_add_type_defs(lectern_schema *schema, const char *type_defs)
{
	if (!builder_is_open(schema))
		return false;
	return type_defs ? builder_add_text(schema, type_defs) : app_refuse(schema->app, "no definitions were given");
}
