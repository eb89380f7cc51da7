/* Inside the room `api/rest`: signing in by providers. On background threads. */
#ifndef LECTERN_API_REST_CONNECT_H
#define LECTERN_API_REST_CONNECT_H

#include "call.h"

bool endpoint_connect(struct call *call);
bool endpoint_connect_return(struct call *call);
bool endpoint_provider_sign_in(struct call *call);

#endif
