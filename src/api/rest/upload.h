/* Inside the room `api/rest`: uploads. */
#ifndef LECTERN_API_REST_UPLOAD_H
#define LECTERN_API_REST_UPLOAD_H

#include "call.h"

/* POST /upload: new files; with ?id= one in place of another, or what is said of it. On a thread that may wait. */
bool endpoint_upload(struct rest_call *call);

#endif
