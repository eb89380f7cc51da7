/* Inside the room `store`: one PostgreSQL server and the connections to it. See pool.h. */
#ifndef LECTERN_STORE_POSTGRES_SERVER_H
#define LECTERN_STORE_POSTGRES_SERVER_H

#include "reader.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
	POSTGRES_FIRST_DELAY = 100,
	POSTGRES_LAST_DELAY = 5000 /* ms between attempts to reach a server that is down */
};

struct postgres_server {
	struct postgres_target target;
	const char *role; /* "primary" or "replica", for messages */
	unsigned fewest, most;

	pthread_mutex_t lock;
	pthread_cond_t freed; /* a connection came back, or the state has changed */
	pthread_cond_t wake;  /* the keeper */
	pthread_t keeper;
	bool keeping, closing;
	atomic_bool up;
	atomic_bool silent; /* it is down because it did not answer, not even with a refusal */
	/* under the lock */
	bool pooled, prepares;
	bool carries;        /* the pooler between carries prepared statements from server to server */
	unsigned generation; /* of connections: those of an older one are closed */
	unsigned count;      /* open ones, idle or taken */
	unsigned idle_count;
	unsigned background;          /* taken by threads of the background, or about to be */
	struct postgres_reader *idle; /* the last used first */
	bool full;                    /* it took no more connections than these when last asked for one, */
	int64_t full_until;           /* and is not asked again before */
	int64_t delay;
	int64_t answered; /* when a connection last came back whole */
};

/* Opens a connection, the first of them. False, with the reason, when that can't be done. */
bool postgres_server_start(struct postgres_server *server, struct buffer *reason);

/* Closes everything; all connections must have been given back. */
void postgres_server_stop(struct postgres_server *server);

/* A connection, or NULL when the server is down or all connections that it takes stay in use until `deadline` (then
 * *busy). `background`: one of at most half of them. */
struct postgres_reader *postgres_server_take(struct postgres_server *server, size_t thread, bool background,
                                             int64_t deadline, bool *busy);
void postgres_server_give(struct postgres_server *server, struct postgres_reader *reader);

#endif
