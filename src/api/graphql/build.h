/* Inside the room `api/graphql`: making the schema. */
#ifndef LECTERN_API_GRAPHQL_BUILD_H
#define LECTERN_API_GRAPHQL_BUILD_H

#include "api_graphql.h"
#include "names.h"

struct builder {
	struct api_graphql_schema *schema;
	struct graphql_schema *graphql;
	struct arena *arena;
	struct graphql_type *query, *mutation; /* made last: their fields are kept in lists until then */
	struct error *error;
	bool failed; /* *error says why; the first mistake counts */
};

/* How the types that are made of a content-type end; what they are is told apart by their resolvers. */
extern const char build_entity[], build_response[], build_collection[], build_relation_collection[];

/* ---- shorthand: what fails is noted in the builder, and nothing is made then ---- */

struct graphql_type *build_type(struct builder *builder, enum graphql_kind kind, const char *name,
                                const char *description);
struct graphql_field *build_field(struct builder *builder, struct graphql_type *type, const char *name,
                                  const char *result, graphql_resolver *resolve, const void *context);
void build_argument(struct builder *builder, struct graphql_field *field, const char *name, const char *type,
                    const char *value);
void build_input(struct builder *builder, struct graphql_type *type, const char *name, const char *input,
                 const char *value, const void *context);

/* What "<name><suffix>" is called, made of a content-type. */
const char *build_name(const struct builder *builder, const struct content_type *type, const char *suffix);

bool build_is_enabled(const struct builder *builder, const struct content_type *type);

/* The scalar that an attribute's values are: "String"; NULL for arrays, which Strapi leaves out, too. */
const char *build_scalar(const struct attribute *attribute);

/* The arguments of a list of a type's entries. */
void build_list_arguments(struct builder *builder, struct graphql_field *field, const struct content_type *type);

#endif
