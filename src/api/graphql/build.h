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
extern const char api_graphql_build_entity[], api_graphql_build_response[], api_graphql_build_collection[],
    api_graphql_build_relation_collection[];

/* ---- shorthand: what fails is noted in the builder, and nothing is made then ---- */

struct graphql_type *api_graphql_build_type(struct builder *builder, enum graphql_kind kind, const char *name,
                                            const char *description);
struct graphql_field *api_graphql_build_field(struct builder *builder, struct graphql_type *type, const char *name,
                                              const char *result, graphql_resolver *resolve, const void *context);
void api_graphql_build_argument(struct builder *builder, struct graphql_field *field, const char *name,
                                const char *type, const char *value);
void api_graphql_build_input(struct builder *builder, struct graphql_type *type, const char *name, const char *input,
                             const char *value, const void *context);

/* What "<name><suffix>" is called, made of a content-type. */
const char *api_graphql_build_name(const struct builder *builder, const struct content_type *type, const char *suffix);

bool api_graphql_build_is_enabled(const struct builder *builder, const struct content_type *type);

/* The scalar that an attribute's values are: "String"; NULL for arrays, which Strapi leaves out, too. */
const char *api_graphql_build_scalar(const struct attribute *attribute);

/* The arguments of a list of a type's entries. */
void api_graphql_build_list_arguments(struct builder *builder, struct graphql_field *field,
                                      const struct content_type *type);

#endif
