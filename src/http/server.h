/* Inside the room `http`: the server, its loops, and what they share. */
#ifndef LECTERN_HTTP_SERVER_H
#define LECTERN_HTTP_SERVER_H

#include "accept.h"
#include "headers.h"
#include "loop.h"

/* How far the server is with stopping. */
enum server_phase {
	SERVER_RUNS,
	SERVER_DRAINS, /* each answer is the last one of its connection; silent clients are disconnected */
	SERVER_ENDS,   /* the handler gets nothing more; what it has is waited for */
};

enum {
	SERVER_LAST_WORD = 500, /* ms that a silent client is heard, and that the last answers have, while it stops */
	SERVER_LINGER = 2000,   /* ms that a client may take to notice that its connection ends */
	SERVER_LEAST_RATE = 4 * 1024,        /* bytes a second that a client must take of its answer */
	SERVER_LEAST_RATE_SHORT = 64 * 1024, /* the same while answers hold more than half of what they may */
};

struct http_server {
	struct http_options options;
	struct arena *arena;
	struct constant_headers headers;
	struct acceptor acceptor;
	struct loop *loops; /* options.threads of them */
	_Atomic int phase;
	bool drained;           /* http_drain has been called; for the main thread */
	_Atomic bool logs;      /* a line a request */
	_Atomic size_t answers; /* bytes that answers under way hold */
	pthread_mutex_t lock;
	pthread_cond_t ended; /* a loop has */
	unsigned running;     /* loops; guarded by `lock` */
	uint16_t port;
};

/* Called by a loop's thread as its last step. */
void server_loop_ended(struct http_server *server);

#endif
