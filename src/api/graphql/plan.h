/* Inside the room `api/graphql`: what a selection reads, before anything is read. A field of Query or Mutation and all
 * that is selected below it become one query; each field is told its place in it. */
#ifndef LECTERN_API_GRAPHQL_PLAN_H
#define LECTERN_API_GRAPHQL_PLAN_H

#include "request.h"

struct json_object;

/* Where a selected field finds its value: graphql_selected.plan. */
struct plan {
	size_t place;                /* of the query's fields, or of its populates */
	bool forbidden;              /* a relation to what the caller may not find: it is empty */
	const struct error *refusal; /* its arguments are wrong, or NULL */
};

/* The query for entries of `type` that a field selects (a response, a list of responses, a payload). *counts: the total
 * is selected, too (may be NULL). False with 400 when too much is selected. */
bool plan_selection(struct api_graphql_request *request, struct graphql_selected *selected,
                    const struct content_type *type, enum publication_state publication, struct query **query,
                    bool *counts, struct error *error);

/* arguments.c: filters, sort, pagination, publicationState and locale of a list, into its query; `arguments` as they
 * are given to `field`. */
bool arguments_read(struct api_graphql_request *request, const struct graphql_field *field,
                    const struct graphql_value *arguments, struct query_root *root, struct error *error);

/* mutations.c: the fields of an entry that a field of Mutation sets, as JSON (release it). False when it sets none. */
bool mutation_data(const struct graphql_selected *selected, const struct content_type **type, struct json_object **data,
                   bool *creation);

/* An argument by name, or NULL. */
const struct graphql_value *arguments_get(const struct graphql_field *field, const struct graphql_value *arguments,
                                          const char *name);

#endif
