/* Receiving requests on a connection. */
#ifndef LECTERN_HTTP_RECEIVE_H
#define LECTERN_HTTP_RECEIVE_H

#include "connection.h"

/* Each goes one step. False: there is nothing to do until the next event, or the connection is closed. */
bool receive_head(struct connection *connection);
bool receive_body(struct connection *connection);

/* Sets the deadline of a client that is waited for. */
void receive_wait(struct connection *connection);

/* Nanoseconds of the monotonic clock. */
int64_t dispatch_clock(void);

/* Gives the request that has been read to whoever answers it (dispatch.c). */
void dispatch(struct connection *connection);

#endif
