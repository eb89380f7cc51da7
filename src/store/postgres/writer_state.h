/* Inside the writer: what its files share. */
#ifndef LECTERN_STORE_POSTGRES_WRITER_STATE_H
#define LECTERN_STORE_POSTGRES_WRITER_STATE_H

#include "conninfo.h"
#include "writer.h"

#include <pthread.h>

struct postgres_writer {
	struct arena *arena;
	struct conninfo conninfo;
	const char *search_path, *statement_timeout;
	const char *request_timeout; /* of a statement of a request: the same, or what that of a request may take */
	struct postgres_pool *pool;
	struct postgres_pipeline pipeline;
	char transaction[24]; /* its number on the server, from its beginning on; else empty */
	bool requests;        /* the transaction's changes are those of requests */
	bool begun;           /* a transaction has begun */
	bool failed;          /* the server skips everything up to the next Sync */
	bool refused;         /* because of a value of the request's, which `refusal` names */
	struct error refusal;
	bool lost;               /* the connection is of no more use */
	pthread_mutex_t writing; /* held while a transaction is open */
};

#endif
