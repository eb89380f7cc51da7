/* A body that the handler reads as it comes, as the connection sees it. On the loop's thread. */
#ifndef LECTERN_HTTP_STREAMED_H
#define LECTERN_HTTP_STREAMED_H

#include "connection.h"

/* The handler has asked for the body. */
void streamed_begin(struct connection *connection);

/* Goes one step. False: there is nothing to do until the next event, or until the handler wants more. */
bool streamed_receive(struct connection *connection);

/* The client is too slow, or the server ends: no more of the body comes. */
void streamed_break(struct connection *connection);

/* The time for the next part of it is over. */
void streamed_meet_deadline(struct connection *connection);

#endif
