/* Inside the room `api/rest`: changes to entries, in a transaction of their own. */
#ifndef LECTERN_API_REST_CHANGE_H
#define LECTERN_API_REST_CHANGE_H

#include "call.h"

bool endpoint_create(struct rest_call *call);
bool endpoint_update(struct rest_call *call);
bool endpoint_delete(struct rest_call *call);
bool endpoint_save_single(struct rest_call *call);
bool endpoint_delete_single(struct rest_call *call);
bool endpoint_localize(struct rest_call *call);

/* Runs a route that writes: reads its parameters and body, then puts the request aside; a thread of the store runs its
 * endpoint and, when all is on disk, the request is resumed. `call` must live in the request's arena. */
bool change_start(struct rest_call *call);

#endif
