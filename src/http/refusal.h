/* Requests that libmicrohttpd can't parse, or that don't fit into its memory. It refuses them by itself, with a page in
 * HTML, and for a malformed Content-Length with the headers sent twice. It queues that page by its own public function
 * MHD_queue_response, so this room defines a function of that name, which the dynamic linker then gives to
 * libmicrohttpd: it sends the error envelope instead. */
#ifndef LECTERN_HTTP_REFUSAL_H
#define LECTERN_HTTP_REFUSAL_H

#include "clients.h"
#include "headers.h"

/* Must have returned true before the first answer. */
bool refusal_init(void);

/* What MHD_queue_response of libmicrohttpd does: for the answers that are ours. */
enum MHD_Result refusal_queue_answer(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);

/* The client at the other end, as set when it connected. */
struct client *client_of(struct MHD_Connection *connection);

#endif
