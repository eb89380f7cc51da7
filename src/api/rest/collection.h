/* Inside the room `api/rest`: reading entries of content-types. */
#ifndef LECTERN_API_REST_COLLECTION_H
#define LECTERN_API_REST_COLLECTION_H

#include "call.h"

/* Content-types. */
bool endpoint_list(struct rest_call *call);
bool endpoint_one(struct rest_call *call);
bool endpoint_single(struct rest_call *call);

/* Whether the answer depends on nothing but what is asked, the caller's rights and what is stored: no code has a say in
 * it. */
bool collection_is_plain(const struct rest_call *call);

#endif
