/* A request that has been read: who answers it. On the loop's thread. */
#ifndef LECTERN_HTTP_DISPATCH_H
#define LECTERN_HTTP_DISPATCH_H

#include "connection.h"

/* Gives the request that has been read to whoever answers it. */
void dispatch(struct connection *connection);

#endif
