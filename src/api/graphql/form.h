/* Inside the room `api/graphql`: requests with files, by the GraphQL multipart request specification. */
#ifndef LECTERN_API_GRAPHQL_FORM_H
#define LECTERN_API_GRAPHQL_FORM_H

#include "batch.h"

/* Reads the body of a request whose caller is known, which is a form, and answers it. Files are written to the disk
 * only when the operations before them in the form have a place for them, and the caller may upload. */
void api_graphql_form_start(struct api_graphql_batch *batch);

#endif
