/* Sockets of the project's code: what code has attached to strapi.server.httpServer, such as socket.io or ws, answers
 * connections of clients. lectern keeps the connections; what comes over them is given to the process as asks
 * (`socket`), and what code sends comes back as calls of the services below, so that nothing else has to be reachable:
 * in the process the server is given a stream in the place of a connection (web/runtime/strapi/sockets.mjs).
 *
 * All sockets live in one process, the oldest that is ready. Both directions have a window: so many bytes may be under
 * way, then the sender waits. */
#ifndef LECTERN_HOST_SOCKETS_H
#define LECTERN_HOST_SOCKETS_H

#include "api/rest/rest.h"
#include "process/process.h"

struct sockets;

/* Takes what `rest` relays. Lives as long as `arena`. */
struct sockets *sockets_create(struct arena *arena, struct host *host, struct rest *rest);

/* Whether the call is one of these services; then it is answered. On the thread of the host. `sockets` may be NULL. */
bool sockets_take(struct sockets *sockets, struct host_call *call);

/* Ends the connections whose process has ended. With the lock of the host held. NULL is fine. */
void sockets_abandon(struct sockets *sockets, uint64_t process);

#endif
