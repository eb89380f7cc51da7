/* Inside the room `api/rest`: deleting a file. On background threads. */
#ifndef LECTERN_API_REST_DELETE_FILE_H
#define LECTERN_API_REST_DELETE_FILE_H

#include "call.h"

/* On such a thread as well. */
bool endpoint_delete_file(struct rest_call *call);

#endif
