/* Inside the room `api/graphql`: documents that were parsed and found valid, remembered by their text; and the texts of
 * persisted queries, by their hash. Both are shared by all threads, and bounded. */
#ifndef LECTERN_API_GRAPHQL_DOCUMENTS_H
#define LECTERN_API_GRAPHQL_DOCUMENTS_H

#include "api_graphql.h"

struct documents;

/* A document in use: release it when its execution is over. */
struct cached_document;

struct documents *api_graphql_documents_create(const struct api_graphql_schema *schema);
void api_graphql_documents_destroy(struct documents *documents);

/* Why a text is no document that can be run. */
struct document_refusal {
	int status;       /* 400, or 503 when there are too many large ones at a time */
	const char *code; /* "GRAPHQL_PARSE_FAILED" */
	const struct graphql_error *errors;
	size_t count;
};

/* Parses and validates a text, or finds that this was done before. NULL with *refusal (in `arena`) when it is not
 * valid, or too large for now. */
struct cached_document *api_graphql_documents_get(struct documents *documents, struct arena *arena, struct slice text,
                                                  struct document_refusal *refusal);
const struct graphql_document *api_graphql_documents_document(const struct cached_document *cached);
void api_graphql_documents_release(struct documents *documents, struct cached_document *cached);

/* Persisted queries: a SHA-256 in small hexadecimal digits. */
enum { DOCUMENTS_HASH = 64 };
void api_graphql_documents_hash(struct slice text, char hash[DOCUMENTS_HASH + 1]);
void api_graphql_documents_persist(struct documents *documents, struct slice hash, struct slice text);

/* The text of that hash, in `arena`; false when it is not known (any more). */
bool api_graphql_documents_find_persisted(struct documents *documents, struct arena *arena, struct slice hash,
                                          struct slice *text);

#endif
