/* Inside the room `api/graphql`: what a selection reads, before anything is read. A field of Query or Mutation and all
 * that is selected below it become one query; each field is told its place in it. */
#ifndef LECTERN_API_GRAPHQL_PLAN_H
#define LECTERN_API_GRAPHQL_PLAN_H

#include "context.h"

struct json_object;

/* Where a selected field finds its value: graphql_selected.plan. */
struct api_graphql_plan {
	size_t place; /* of the query's fields, or of its populates */
	/* Of a scalar: how many fields from it on are selected in the order in which they are read. */
	size_t consecutive;
	bool forbidden;              /* a relation of a component to what the caller may not find: it is empty */
	bool gone;                   /* of an entry that is deleted: as in Strapi, nothing hangs on it any more */
	const struct error *refusal; /* its arguments are wrong, or the caller may not find its target; or NULL */
};

/* The query for entries of `type` that a field selects (a response, a list of responses, a payload). *counts: the total
 * is selected, too (may be NULL). False with 400 when too much is selected. */
bool api_graphql_plan_selection(struct api_graphql_context *context, struct graphql_selected *selected,
                                const struct content_type *type, enum publication_state publication,
                                struct query **query, bool *counts, struct error *error);

/* The same for entries that code gives, as values of the object type `shown`: one that the field's own type may be. */
bool api_graphql_plan_shown(struct api_graphql_context *context, struct graphql_selected *selected,
                            const struct graphql_type *shown, const struct content_type *type, struct query **query,
                            struct error *error);

/* The same for an entry that the field deletes: it is read before, but what hangs on it is empty, as it is in Strapi.
 */
bool api_graphql_plan_deletion(struct api_graphql_context *context, struct graphql_selected *selected,
                               const struct content_type *type, struct query **query, struct error *error);

/* Whether the field is made of the models, and has no steps or resolvers of extensions or code. */
bool api_graphql_plan_is_own(const struct graphql_field *field);

#endif
