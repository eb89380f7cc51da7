/* A connection to a client. loop.h says in which states it may be and which thread may touch it. */
#ifndef LECTERN_HTTP_CONNECTION_H
#define LECTERN_HTTP_CONNECTION_H

#include "server.h"

#include <netinet/in.h>

enum connection_state {
	CONNECTION_IDLE,      /* between two requests, or before the first one */
	CONNECTION_HEAD,      /* some of a head has come */
	CONNECTION_BODY,      /* the head has come */
	CONNECTION_HANDLED,   /* the handler has the request */
	CONNECTION_STREAMING, /* the handler has the request and reads the body */
	CONNECTION_SENDING,   /* the answer is there */
	CONNECTION_CHANNEL,   /* the answer goes on, or the connection is taken over */
	CONNECTION_LINGERING, /* all is said; what the client still sends is read and forgotten */
};

struct connection {
	struct mailbox_message accepted; /* posted by the thread that accepts */
	struct deadline deadline;
	struct loop *loop;
	struct connection *next, *previous; /* of the loop */
	struct connection *next_unfinished;
	struct exchange *exchange; /* NULL while idle */
	struct address *address;   /* that it is counted by, or NULL */
	int socket;
	enum connection_state state;
	bool readable, writable;
	bool ended;         /* the client has sent all that it will */
	bool broken;        /* the client has gone */
	bool stream_broken; /* the body that was read will never be whole: no answer is wanted */
	bool unfinished;    /* in the loop's list */
	bool waited;        /* for the rest of the request: its deadline is set */
	bool had_request;   /* a request has come */
	int64_t quiet;      /* ms; since when it has been silent */
	int64_t began;      /* ms; when the request's first byte came, or the connection */
	uint64_t sent;      /* bytes */
	uint64_t received;  /* bytes of a streamed body when its deadline was set */
	uint64_t taken;     /* of them, when its deadline was set, by the client */
	char name[INET6_ADDRSTRLEN];
};

/* On the thread that accepts: a connection that is yet to be posted to a loop. NULL when there is no memory. */
struct connection *connection_create(int socket, const struct sockaddr_storage *address);

/* On the loop's thread, all of these. Each may close the connection and free it. */
void connection_begin(struct connection *connection);
void connection_run(struct connection *connection); /* goes as far as it can without waiting */
void connection_meet_deadline(struct connection *connection);
void connection_enter_phase(struct connection *connection); /* the server is being stopped */
void connection_close(struct connection *connection);

/* The answer has been sent. False when the connection is closed. */
bool connection_finish_answer(struct connection *connection);

#endif
