/* Receiving requests on a connection. */
#ifndef LECTERN_HTTP_RECEIVE_H
#define LECTERN_HTTP_RECEIVE_H

#include "connection.h"

/* Each goes one step. False: there is nothing to do until the next event, or the connection is closed. */
bool receive_head(struct connection *connection);
bool receive_body(struct connection *connection);

/* Receives at most `most` bytes. 0: none are there now, or the client has gone (*closed). */
size_t receive(struct connection *connection, char *into, size_t most, bool *closed);

/* Receives bytes of a chunked body into the input, whose room behind the head is free when all before was used. */
size_t receive_chunks(struct connection *connection, bool *closed);

/* Tells the client that its body is welcome. A few bytes always find room, unless the client takes nothing at all. */
void receive_send_continue(struct connection *connection);

/* Sets the deadline of a client that is waited for. */
void receive_wait(struct connection *connection);

#endif
