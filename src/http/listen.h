/* The socket that clients connect to. */
#ifndef LECTERN_HTTP_LISTEN_H
#define LECTERN_HTTP_LISTEN_H

#include "http.h"

/* The port of a socket, 0 when it has none. */
uint16_t http_port_of(int fd);

/* A listening socket, not blocking, on the first address of `host` that can be had; *port is the one it got. -1, with
 * the reason in *error, when there is none. */
int http_listen(const char *host, uint16_t wanted, uint16_t *port, struct error *error);

#endif
