/* Inside the room `api/rest`: requests whose body is a multipart form. */
#ifndef LECTERN_API_REST_FORM_H
#define LECTERN_API_REST_FORM_H

#include "call.h"

/* Reads the body of a request that was admitted, and goes on with its route on a background thread. */
void form_receive(struct rest_call *call);

#endif
