/* Sending answers. On the loop's thread. */
#ifndef LECTERN_HTTP_SEND_H
#define LECTERN_HTTP_SEND_H

#include "connection.h"

/* Goes one step. False: there is nothing to do until the next event, or the connection is closed. */
bool send_answer(struct connection *connection);

/* The client takes no more for now: sets the time it has. */
void send_wait(struct connection *connection);

/* That time is over: closes the connection of a client that has taken too little. */
void send_meet_deadline(struct connection *connection);

#endif
