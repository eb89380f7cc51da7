/* The event loop of a serving thread.
 *
 * ## A connection's states
 *
 *                 first bytes          all of the head         all of the body
 *   CONNECTION_IDLE ---> CONNECTION_HEAD ---> CONNECTION_BODY ---> CONNECTION_HANDLED
 *        ^  (no exchange)                                                | the answer is there
 *        |          all sent, kept alive                                 v
 *        +------------------------------------------------------- CONNECTION_SENDING
 *                                                                        | all sent, to be closed
 *                                                                        v
 *                                                               CONNECTION_LINGERING ---> closed
 *
 * A request that comes in one packet and is answered at once goes all the way within one call of connection_run, with
 * one recv and one sendmsg. A step that has to wait for the client returns, and the next event goes on with it. From
 * CONNECTION_HEAD on, a connection has an exchange (exchange.h): the request, its answer and their memory. While it is
 * idle it has none, only its own 200 bytes.
 *
 * The socket is registered once, edge-triggered, for both directions. `readable` and `writable` say what the last
 * events told; they are cleared when the system has no more to give. So a client that sends ahead while its request is
 * answered costs nothing: nobody reads, and TCP makes it wait.
 *
 * ## Threads
 *
 * - One thread accepts (accept.c), makes the connection and posts it to the loop that has the fewest.
 * - Everything of a connection and its exchange belongs to the loop's thread, without locks; but while a request is
 *   suspended, its request and response belong to whoever will resume it.
 * - Other threads reach a loop only through its mailbox: a new connection, a resumed request. An eventfd wakes the
 * loop. No thread sleeps and looks again.
 * - Deadlines are the loop's own (deadlines.h).
 * - http_stop sets server->phase and wakes the loops; each ends by itself when it has nothing left.
 *
 * ## Order within one turn
 *
 * Events of sockets, then the mailbox, then connections that used up their turn, then deadlines. Each may close its own
 * connection and no other, so that nothing in the list of events is ever stale. */
#ifndef LECTERN_HTTP_LOOP_H
#define LECTERN_HTTP_LOOP_H

#include "deadlines.h"
#include "exchange.h"
#include "mailbox.h"

#include <pthread.h>

struct connection;
struct http_server;

enum { LOOP_SCRATCH = 64 * 1024 };

struct loop {
	struct http_server *server;
	size_t number; /* http_request.thread */
	pthread_t thread;
	bool started;
	int epoll;
	int phase; /* of the server, as the loop knows it */
	struct mailbox mailbox;
	_Atomic unsigned load; /* connections, for the thread that accepts */
	int64_t now;           /* milliseconds of the monotonic clock */
	bool worked;           /* since the last rest */
	int64_t end;           /* when what is left is cut off, after the last handler; 0: not yet */
	struct deadlines deadlines;
	struct connection *connections; /* a doubly linked list */
	struct connection *unfinished;  /* used up their turn */
	size_t suspended;               /* requests whose answer is awaited */
	struct exchange_pool pool;
	char date[64]; /* "Date: …\r\n" of now */
	int64_t date_second;
	char scratch[LOOP_SCRATCH]; /* for bytes that are thrown away */
};

/* Makes it ready, for a thread or for a test that goes through its steps. False, with the reason in errno. */
bool loop_init(struct loop *loop, struct http_server *server, size_t number);

/* Starts the thread. False, with the reason in errno. */
bool loop_start(struct loop *loop);
void loop_join(struct loop *loop);
void loop_free(struct loop *loop);

/* Wakes the loop; on any thread. */
void loop_wake(struct loop *loop);

/* ---- on the loop's thread ---- */

void loop_update_clock(struct loop *loop);

/* The connection has used up its turn, and others are to have theirs. */
void loop_continue_later(struct connection *connection);

#endif
