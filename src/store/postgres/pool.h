/* Inside the room `store`: the connections to a primary server and its replicas, shared by the serving threads.
 *
 * A server is up or down. While it is down no request waits for it: a thread of its own, its keeper, tries again after
 * 100 ms, 200 ms and so on up to 5 s. The keeper also keeps the smallest number of connections open, closes what was
 * idle for long, and finds out when a server does not answer any more. */
#ifndef LECTERN_STORE_POSTGRES_POOL_H
#define LECTERN_STORE_POSTGRES_POOL_H

#include "config/config.h"
#include "reader.h"

/* How much longer than the server's own limit an answer may take, in ms. */
enum { POSTGRES_GRACE = 2000 };

struct postgres_pool;

/* Connects to the primary. Fails, with a message for the operator, when that can't be done; a replica may come later.
 */
bool postgres_pool_open(const struct config *config, struct postgres_pool **pool, struct error *error);
void postgres_pool_close(struct postgres_pool *pool);

/* Takes a connection for reading: of a replica in turn when one is up, else of the primary; if possible the one that
 * `thread` had before; with `primary` always of the primary. Threads of the background have half of the connections of
 * a server at most. Waits when all are in use, but no longer than a statement may take. 503 when there is none. */
bool postgres_pool_take(struct postgres_pool *pool, size_t thread, bool primary, struct postgres_reader **reader,
                        struct error *error);

/* Whether the connection leads to the primary. */
bool postgres_pool_is_primary(const struct postgres_pool *pool, const struct postgres_reader *reader);

/* Gives it back, its transaction ended. One that was lost is closed, and with it all others of its server that were
 * opened before: they have likely gone the same way. */
void postgres_pool_give(struct postgres_reader *reader);

/* Notes that prepared statements don't work on the reader's server. The reader must then be given back as lost. */
void postgres_pool_unprepare(struct postgres_reader *reader);
void postgres_pool_unprepare_primary(struct postgres_pool *pool);

/* True while the primary is known to be silent, so that waiting is useless. `pool` is a struct
 * postgres_pool. */
bool postgres_pool_is_silent(void *pool);

/* True when statements may be prepared on the primary: no pooler is known to be between, or it carries them, under
 * names of its own (*renamed). */
bool postgres_pool_prepares(struct postgres_pool *pool, bool *renamed);

#endif
