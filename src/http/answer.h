/* Answering a request whose end has come: by this room itself, or by the handler, at once or later. */
#ifndef LECTERN_HTTP_ANSWER_H
#define LECTERN_HTTP_ANSWER_H

#include "server.h"

/* Finds the answer and sends it, unless the handler puts the request aside: then answer_send is to be called when it
 * has been resumed. MHD_NO: the connection is to be closed without an answer. */
enum MHD_Result answer_request(struct http_server *server, struct exchange *exchange);
enum MHD_Result answer_send(struct http_server *server, struct exchange *exchange);

/* Nanoseconds of the monotonic clock, for exchange->started. */
int64_t answer_clock(void);

#endif
