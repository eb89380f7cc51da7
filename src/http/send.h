/* Sending answers. */
#ifndef LECTERN_HTTP_SEND_H
#define LECTERN_HTTP_SEND_H

#include "connection.h"

/* Counts off what the answer held of the sum of all answers. */
void send_uncount(struct connection *connection);

/* The client takes no more for now: sets the time it has. */
void send_wait(struct connection *connection);

#endif
