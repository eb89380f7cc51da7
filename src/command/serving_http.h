/* Inside the room `command`: HTTP as the configuration wants it. */
#ifndef LECTERN_COMMAND_SERVING_HTTP_H
#define LECTERN_COMMAND_SERVING_HTTP_H

#include "serving.h"

/* `service` must outlive the server. Raises the limit of open files as far as it may be raised. For the main thread;
 * what the options name is called on the threads that serve. */
void serving_set_http_options(struct http_options *options, const struct serving *service);

#endif
