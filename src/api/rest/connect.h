/* Inside the room `api/rest`: signing in by providers. On background threads. */
#ifndef LECTERN_API_REST_CONNECT_H
#define LECTERN_API_REST_CONNECT_H

#include "call.h"

bool endpoint_connect(struct rest_call *call);
bool endpoint_connect_return(struct rest_call *call);
bool endpoint_provider_sign_in(struct rest_call *call);

#endif
