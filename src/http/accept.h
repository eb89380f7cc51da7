/* The thread that accepts connections and hands each to the serving thread that has the fewest. Would every serving
 * thread accept for itself, the one that wakes first could take all connections of a burst while the others stay idle.
 */
#ifndef LECTERN_HTTP_ACCEPT_H
#define LECTERN_HTTP_ACCEPT_H

#include "http.h"

#include <microhttpd.h>
#include <pthread.h>

/* A serving thread: a daemon of libmicrohttpd that has one thread and no socket of its own. */
struct acceptor_target {
	struct MHD_Daemon *daemon;
	unsigned connections;
};

struct acceptor {
	struct acceptor_target *targets;
	size_t target_count;
	unsigned most;  /* connections at a time; more wait in the socket's queue */
	int socket;     /* listens, not blocking; -1 once stopped */
	int wake;       /* an eventfd, written to end the thread */
	int64_t warned; /* when it was last said that connections wait, in seconds of the monotonic clock; 0: never */
	pthread_t thread;
	pthread_mutex_t lock; /* guards the counts, here and in the targets */
	unsigned connections;
	unsigned handed_over; /* of them, those that no serving thread has begun with */
};

/* Takes the socket over in any case; `targets` belong to the caller, who may set the daemons until acceptor_start.
 * False, with the reason in errno, when there is no descriptor for it. acceptor_free is to be called in any case. */
bool acceptor_init(struct acceptor *acceptor, int socket, struct acceptor_target *targets, size_t count, unsigned most);
void acceptor_free(struct acceptor *acceptor);

/* Starts to accept. False, with the reason in errno, when no thread can be made. */
bool acceptor_start(struct acceptor *acceptor);

/* Accepts what has connected until now and closes the socket: who comes later is refused by the system at once, and can
 * turn to another server. When it returns, the serving threads have begun with all that was accepted. */
void acceptor_stop(struct acceptor *acceptor);

/* Called by a serving thread when it begins with a connection that was handed to it, and when that has been closed. */
void acceptor_connection_begins(struct acceptor *acceptor);
void acceptor_connection_ended(struct acceptor *acceptor, size_t target);

#endif
