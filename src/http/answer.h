/* An answer that is to be sent: its head, the parts it consists of, and how much all answers may hold. On the loop's
 * thread. */
#ifndef LECTERN_HTTP_ANSWER_H
#define LECTERN_HTTP_ANSWER_H

#include "connection.h"

/* The response is there: makes the head, and leaves the connection in CONNECTION_SENDING. An answer that is too much
 * beside all others becomes 503. */
void answer_start(struct connection *connection);

/* Counts off what the answer held of the sum of all answers. */
void answer_uncount(struct connection *connection);

#endif
