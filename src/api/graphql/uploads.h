/* Inside the room `api/graphql`: fields of Mutation that take files. Their files are looked at before the change that
 * stores their entries, by a thread that may wait. */
#ifndef LECTERN_API_GRAPHQL_UPLOADS_H
#define LECTERN_API_GRAPHQL_UPLOADS_H

#include "operation.h"

graphql_resolver api_graphql_resolve_upload;
graphql_resolver api_graphql_resolve_multiple_upload;

/* Whether that root field of a mutation takes files. */
bool api_graphql_uploads_is_upload(const struct api_graphql_operation *operation, size_t field);

/* Makes the files of that root field ready for their entries; why that can't be is its resolver's error. Does nothing
 * for other fields. May take its time; outside of a session. `form` must live until api_graphql_uploads_end. */
void api_graphql_uploads_prepare(struct api_graphql_operation *operation, size_t field, struct media *media,
                                 const struct media_form *form);

/* The field has run. `stored`: its entries are on disk; else nothing is to be left of the files. */
void api_graphql_uploads_end(struct api_graphql_context *context, bool stored);

#endif
