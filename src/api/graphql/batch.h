/* Inside the room `api/graphql`: one HTTP request with the operations it carries. */
#ifndef LECTERN_API_GRAPHQL_BATCH_H
#define LECTERN_API_GRAPHQL_BATCH_H

#include "operation.h"

/* Rows that one HTTP request may read, and values that its arguments may hold besides what stands in its body:
 * variables may be used in many places. */
enum { BATCH_MOST_ROWS = 100000, BATCH_MOST_VALUES = 100000 };

/* What all filters and sorts of an HTTP request may weigh: each of their values is one that the database looks at. */
enum { BATCH_MOST_FILTERS = 20000 };

struct api_graphql_batch {
	struct api_graphql *api;
	struct request *request; /* what all dialects share of it */
	struct http_request *http;
	struct http_response *response;
	struct json_object *body; /* what was sent, while it is in use */
	struct api_graphql_parameters *parameters;
	struct api_graphql_operation *operations;
	size_t values_left; /* that its arguments may still hold: see graphql_request */
	size_t count;       /* of operations, and of parameters */
	bool is_list;
	bool modern; /* the client takes application/graphql-response+json */
	/* Where the work stands: the operation and its root field that are next. */
	size_t operation, field;
	struct account_call account;
	bool waits;        /* a field of it waits, such as for the project's code */
	bool has_accounts; /* its changes are run by a thread of accounts */
	/* Of a form (form.c). */
	bool is_form;
	struct request_body received;
	struct json_object *map; /* the field of that name */
	bool is_read;            /* the fields before the files were looked at, and `error` is why they are refused */
	bool is_answered;        /* … or the response is there */
	bool takes_files;
	bool broken;        /* a change could not be put on disk */
	struct error error; /* why */
};

#endif
