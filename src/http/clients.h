/* The connected clients, each with a moment by which it must have done its part: sent its whole request, begun the
 * next one, or taken some of its answer. Those that have not are disconnected by one thread that otherwise sleeps;
 * libmicrohttpd's own timeout is one of silence, so a client that sends a byte a second would never meet it.
 *
 * The functions named client_… are called on the thread that serves the client. */
#ifndef LECTERN_HTTP_CLIENTS_H
#define LECTERN_HTTP_CLIENTS_H

#include "http.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>

enum client_state {
	CLIENT_CONNECTED, /* has sent no request yet */
	CLIENT_ASKING,    /* sends a request */
	CLIENT_WAITING,   /* its request is being answered: no deadline */
	CLIENT_READING,   /* receives the answer */
	CLIENT_IDLE,      /* kept alive between two requests */
};

struct client {
	struct client *next, *previous;
	int socket;
	_Atomic int state;
	_Atomic int64_t deadline; /* milliseconds of the monotonic clock; INT64_MAX: none */
	uint64_t acknowledged;    /* bytes the peer had taken when its deadline last passed */
	bool told_to_end;
	bool sends_head; /* its request line has come, and not all headers have been looked at */
	char address[INET6_ADDRSTRLEN];
	const struct constant_headers *headers; /* of the server it is connected to */
};

struct clients {
	pthread_mutex_t lock; /* guards the list; a socket in it is open */
	pthread_cond_t changed;
	pthread_t watcher;
	struct client *first;
	bool stopping;
	int64_t request_timeout, idle_timeout; /* milliseconds */
};

/* Timeouts in seconds. False, with the reason in errno, when no thread can be made. */
bool clients_start(struct clients *clients, unsigned request_timeout, unsigned idle_timeout);

/* Disconnects the clients that say nothing, lets the others finish their last request, and returns when all are gone or
 * `milliseconds` have passed. */
void clients_drain(struct clients *clients, unsigned milliseconds);

/* All clients must be gone. */
void clients_stop(struct clients *clients);

struct client *client_add(struct clients *clients, int socket, const struct sockaddr *address);
void client_remove(struct clients *clients, struct client *client);

void client_asks(struct clients *clients, struct client *client);  /* a request line has come */
void client_waits(struct client *client);                          /* the request is complete */
void client_reads(struct clients *clients, struct client *client); /* the answer is ready to be sent */
void client_idles(struct clients *clients, struct client *client); /* the answer has been sent */

#endif
