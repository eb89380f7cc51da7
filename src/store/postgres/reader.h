/* Inside the room `store`: a connection to a PostgreSQL server that reads; the pool has several of them.
 *
 * It stays in libpq's pipeline mode. The statements of a session are sent without a Sync between them: so they are one
 * transaction (repeatable read and read only by the connection's settings), which costs no BEGIN and no COMMIT, and
 * ends with the Sync of postgres_reader_end. Its answer is read when the reader is used the next time.
 *
 * Behind a pooler that takes no start-up options, each transaction begins with BEGIN and the settings instead, sent
 * together with its first statement, and statements are prepared only where the pooler carries them from one server to
 * the next. */
#ifndef LECTERN_STORE_POSTGRES_READER_H
#define LECTERN_STORE_POSTGRES_READER_H

#include "base/base.h"
#include "conninfo.h"
#include "pipeline.h"

/* What a connection needs to know of the server that it leads to. */
struct postgres_target {
	struct conninfo direct; /* with start-up options */
	struct conninfo pooled; /* without */
	struct conninfo probe;  /* to ask whether there is a server: waits but seconds */
	const char *search_path;
	const char *statement_timeout; /* milliseconds, as text */
	int64_t longest_statement;     /* the same as a number */
	struct postgres_waiting waiting;
};

struct postgres_reader {
	struct postgres_pipeline pipeline;
	const struct postgres_target *target;
	bool pooled;     /* a pooler takes us from server to server */
	bool begun;      /* a transaction has begun */
	bool broken;     /* the transaction has failed: nothing more can be run in it */
	bool refused;    /* because of a value of the request's, which `refusal` names */
	bool lost;       /* the connection is of no more use */
	bool spent;      /* because its dropped answers took too long: the server may be fine */
	bool over_limit; /* a statement took longer than `limit` */
	/* Set by the user before the first statement: how many milliseconds the transaction's statements may take, each
	 * or all together; 0: as long as the target says. */
	int64_t limit;
	bool limits_all;
	struct budget *budget; /* set likewise, or NULL: when its work is cancelled, so is the statement waited for */
	bool cancelled;        /* that has happened, and the reader is lost */
	struct postgres_query seen; /* that tells the version */
	struct error refusal;
	uint64_t version; /* of what the transaction sees; see driver.version_seen */
	/* of the pool */
	size_t thread;   /* that used it last */
	bool background; /* it is of the background */
	unsigned generation;
	int64_t idle_since;
	struct postgres_reader *next;
};

/* How running a statement ended. */
enum postgres_outcome {
	POSTGRES_DONE,
	POSTGRES_LOST,       /* the connection broke */
	POSTGRES_AGAIN,      /* the server gave up for a reason that does not lie in the statement */
	POSTGRES_UNPREPARED, /* the server does not know what was prepared: a pooler is between */
	POSTGRES_REFUSED,    /* the error says why */
};

/* Sends a statement of the transaction, which it begins when there is none, and does not wait for it: what is sent
 * before the first answer is asked for costs one round trip. `query`: all zero; it stays until the transaction has
 * ended. POSTGRES_DONE or what failed. */
enum postgres_outcome postgres_reader_send(struct postgres_reader *reader, struct slice text, int value_count,
                                           const char *const *values, struct postgres_query *query,
                                           struct error *error);

/* Waits for the answers of all statements up to `query`. Its rows are to be cleared by PQclear. */
enum postgres_outcome postgres_reader_receive(struct postgres_reader *reader, const struct postgres_query *query,
                                              struct error *error);

/* Whether nothing is waited for any more: for `waiting` of the pipeline. `reader` is a struct postgres_reader. */
bool postgres_reader_is_cancelled(void *reader);

/* Ends the transaction, if one has begun, without waiting. Answers that were not asked for are dropped; they are waited
 * for a moment, since a server that can't tell all of them keeps the transaction open. */
void postgres_reader_end(struct postgres_reader *reader);

#endif
