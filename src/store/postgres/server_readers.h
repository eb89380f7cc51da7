/* Inside postgres/server: opening, counting and closing the connections to a server. The lock is not held while a
 * connection is opened or closed. */
#ifndef LECTERN_STORE_POSTGRES_SERVER_READERS_H
#define LECTERN_STORE_POSTGRES_SERVER_READERS_H

#include "server.h"

/* ---- without the lock ---- */

/* A new connection, which is not counted yet; NULL with the reason. */
struct postgres_reader *postgres_server_connect(struct postgres_server *server, struct buffer *reason);

/* Opens a connection whose place has been counted already. NULL: the server is down, or full. */
struct postgres_reader *postgres_server_open_counted(struct postgres_server *server);

void postgres_server_close_readers(struct postgres_reader *list);

/* ---- under the lock ---- */

/* Waits until the condition is signalled or clock_milliseconds() is `clock`; the lock is let go meanwhile. */
void postgres_server_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t clock);

/* Counts one connection more when it may be opened: of a full server one is asked for now and then. */
bool postgres_server_count_one_more(struct postgres_server *server);

void postgres_server_put_idle(struct postgres_server *server, struct postgres_reader *reader);

/* Takes all idle connections away; the caller closes them. */
struct postgres_reader *postgres_server_forget_idle(struct postgres_server *server);

/* The same, and no request waits for the server until the keeper has reached it again. */
struct postgres_reader *postgres_server_mark_down(struct postgres_server *server, const struct buffer *reason);

#endif
