/* Inside the room `api/graphql`: what the resolvers of responses find in graphql_result.object. Entries themselves are
 * struct content_entry. */
#ifndef LECTERN_API_GRAPHQL_RESPONSE_H
#define LECTERN_API_GRAPHQL_RESPONSE_H

#include "context.h"

struct response {
	const struct content_entry *entries;
	size_t count;
	bool list;
	struct query_page page;
	int64_t total;
	const struct content_type *type; /* of a list that a field of Query gives, or NULL */
	const struct error *refusal;     /* why there is no data, or NULL */
	struct json_object *code;        /* what code gave as a response, or NULL */
};

/* A response as a result: the entries of what was read, or none (result NULL). */
void api_graphql_response_of_result(struct api_graphql_context *context, const struct content_result *read, bool list,
                                    struct graphql_result *result, struct response **response);

/* An id as clients give it. False: no id that an entry can have. */
bool api_graphql_response_read_id(const struct graphql_value *value, int64_t *id);

/* Reads the entry of that id with all that the field at work selects of it; 0: none. */
bool api_graphql_response_of_id(struct graphql_call *call, const struct content_type *type, int64_t id,
                                struct graphql_result *result);

/* For a change of an entry of that type: whatever a document selects, its notices have the entry's own fields. */
struct content_call api_graphql_response_content(struct graphql_call *call, const struct content_type *type);

#endif
