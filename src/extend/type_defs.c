/* Schema definition language of extensions. What defines a type that is there already extends it: so the definitions of
 * several extensions, and of the models, are put together as Strapi does. */
#include "type_defs.h"
#include "app.h"

static const struct graphql_limits limits = {.bytes = 1 << 20, .tokens = 100000, .depth = 64};

bool extend_add_definitions(struct graphql_schema *graphql, const char *text, bool replaces, struct error *error)
{
	return replaces ? graphql_replace_definitions(graphql, slice_of(text), &limits, error)
	                : graphql_merge_definitions(graphql, slice_of(text), &limits, error);
}

bool builder_add_text(struct lectern_schema *schema, const char *text)
{
	struct error error;
	return extend_add_definitions(schema->graphql, text, false, &error) ||
	       app_refuse(schema->app, "its type definitions are wrong: %s", error.message);
}

bool lectern_add_type_defs(lectern_schema *schema, const char *type_defs)
{
	if (!builder_is_open(schema))
		return false;
	return type_defs ? builder_add_text(schema, type_defs) : app_refuse(schema->app, "no definitions were given");
}
