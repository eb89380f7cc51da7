/* Passes a request that has been read to the handler. On the loop's thread. */
#ifndef LECTERN_HTTP_DISPATCH_H
#define LECTERN_HTTP_DISPATCH_H

#include "connection.h"

/* Passes the request that has been read to the handler. */
void dispatch(struct connection *connection);

#endif
