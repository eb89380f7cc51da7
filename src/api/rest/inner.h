/* Inside the room `api/rest`: requests that code makes. */
#ifndef LECTERN_API_REST_INNER_H
#define LECTERN_API_REST_INNER_H

#include "call.h"

/* What answers such a request; sets call->route. */
bool inner_find(struct rest_call *call);

#endif
