/* Inside the room `host`: requests that code makes of lectern ("native.request"). */
#ifndef LECTERN_HOST_INNER_H
#define LECTERN_HOST_INNER_H

#include "code.h"

/* Answers the call with lectern's answer to a request: {method, url, headers, body} as the arguments say, and how
 * (struct rest_inner). `code` as for host_run_code. On any thread. */
void inner_start(struct host_code *code, struct host_call *call);

#endif
