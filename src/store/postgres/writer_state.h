/* Inside the writer: what its files share. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_STATE_H
#define LECTERN_STORE_POSTGRES_WRITER_STATE_H

#include "conninfo.h"
#include "writer.h"

#include <pthread.h>

/* More are not left unanswered: their answers would fill the server's buffers, and it would read no further. */
enum { MOST_UNANSWERED = 64 };

/* A statement that was sent and is still to be answered. */
struct unanswered {
	struct postgres_prelude prelude;
	struct postgres_query *query; /* whose rows it gives, or NULL */
};

struct postgres_writer {
	struct arena *arena;
	struct conninfo conninfo;
	const char *search_path, *statement_timeout;
	const char *request_timeout; /* of a statement of a request: the same, or what that of a request may take */
	struct postgres_waiting waiting;
	struct postgres_pool *pool;
	PGconn *pg;
	bool prepares;
	struct postgres_statements statements;
	struct unanswered unanswered[MOST_UNANSWERED]; /* a ring */
	size_t first, count;
	char transaction[24]; /* its number on the server, once it has changed something; else empty */
	bool requests;        /* the transaction's changes are those of requests */
	bool begun;           /* a transaction has begun */
	bool failed;          /* the server skips everything up to the next Sync */
	bool refused;         /* because of a value of the request's, which `refusal` names */
	struct error refusal;
	bool lost;               /* the connection is of no more use */
	pthread_mutex_t writing; /* held while a transaction is open */
};

#endif
