/* The thread that accepts connections and hands each to the loop that has the fewest. Would every loop accept for
 * itself, the one that wakes first could take all connections of a burst while the others stay idle. */
#ifndef LECTERN_HTTP_ACCEPT_H
#define LECTERN_HTTP_ACCEPT_H

#include "addresses.h"
#include "http.h"

#include <pthread.h>

struct loop;

struct acceptor {
	struct http_server *server;
	int socket; /* listens, not blocking; -1 once stopped */
	int wake;   /* an eventfd, written to end the thread, and when a connection has ended that others wait for */
	int64_t warned; /* when it was last said that connections wait, in seconds of the monotonic clock; 0: never */
	int64_t warned_of_address; /* the same of an address that has too many */
	pthread_t thread;
	_Atomic bool stopping;
	pthread_mutex_t lock; /* guards what follows */
	unsigned connections;
	bool waiting; /* more may be accepted when one has ended */
	struct addresses addresses;
};

/* Takes the socket over in any case. False, with the reason in errno, when there is no descriptor for it. acceptor_free
 * is to be called in any case. */
bool acceptor_init(struct acceptor *acceptor, struct http_server *server, int socket);
void acceptor_free(struct acceptor *acceptor);

/* Starts to accept. False, with the reason in errno, when no thread can be made. */
bool acceptor_start(struct acceptor *acceptor);

/* Accepts what has connected until now and closes the socket: the system refuses later clients at once, which can turn
 * to another server. When it returns, all that was accepted has been posted to the loops. */
void acceptor_stop(struct acceptor *acceptor);

/* Called by a loop when a connection has been closed. */
void acceptor_connection_ended(struct acceptor *acceptor, struct address *address);

#endif
