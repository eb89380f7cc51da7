/* Inside the room `api/rest`: reading entries of content-types. */
#ifndef LECTERN_API_REST_COLLECTION_H
#define LECTERN_API_REST_COLLECTION_H

#include "call.h"

/* Content-types. */
bool endpoint_list(struct call *call);
bool endpoint_one(struct call *call);
bool endpoint_single(struct call *call);

#endif
