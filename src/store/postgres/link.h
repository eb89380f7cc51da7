/* Inside the room `store`: one connection to a PostgreSQL server.
 *
 * It stays in libpq's pipeline mode. The statements of a session are sent without a Sync between them: so they are one
 * transaction (repeatable read and read only by the connection's settings), which costs no BEGIN and no COMMIT, and
 * ends with the Sync of postgres_link_end. Its answer is read when the link is used the next time.
 *
 * Behind a pooler that takes no start-up options, each transaction begins with BEGIN and the settings instead, sent
 * together with its first statement, and statements are not prepared. */
#ifndef LECTERN_STORE_POSTGRES_LINK_H
#define LECTERN_STORE_POSTGRES_LINK_H

#include "base/base.h"
#include "conninfo.h"
#include "statements.h"
#include "wire.h"

/* What a link needs to know of the server that it leads to. */
struct postgres_target {
	struct conninfo direct; /* with start-up options */
	struct conninfo pooled; /* without */
	struct conninfo probe;  /* to ask whether there is a server: waits but seconds */
	const char *search_path;
	const char *statement_timeout; /* milliseconds, as text */
	int64_t longest_statement;     /* the same as a number */
	struct postgres_waiting waiting;
};

/* A statement that was sent and its answer. It is its caller's, and must stay until the transaction has ended. */
struct postgres_query {
	bool settings, version, limit; /* what was sent before it, and so is answered before it */
	struct postgres_prelude prelude;
	bool dropped; /* nobody wants its rows any more */
	PGresult *rows;
	struct postgres_query *next; /* sent after it */
};

struct postgres_link {
	PGconn *pg;
	const struct postgres_target *target;
	bool pooled;     /* a pooler takes us from server to server */
	bool prepares;   /* uses prepared statements */
	bool begun;      /* a transaction has begun */
	bool broken;     /* the transaction has failed: nothing more can be run in it */
	bool refused;    /* because of a value of the request's, which `refusal` names */
	bool lost;       /* the connection is of no more use */
	bool spent;      /* because its answers took too long for nobody: nothing speaks against the server */
	bool timed_out;  /* because no answer came in time */
	bool over_limit; /* a statement took longer than `limit` */
	/* Set by the user before the first statement: how many milliseconds the transaction's statements may take, each
	 * or all together; 0: as long as the target says. */
	int64_t limit;
	bool limits_all;
	struct budget *budget; /* set likewise, or NULL: when its work is cancelled, so is the statement waited for */
	bool cancelled;        /* that has happened, and the link is lost */
	unsigned syncs;        /* Syncs whose answers were not read yet */
	struct postgres_query *unanswered, **last_unanswered; /* in the order in which they were sent */
	struct error refusal;
	uint64_t version; /* of what the transaction sees; see driver.version_seen */
	struct postgres_statements statements;
	/* of the pool */
	size_t thread;   /* that used it last */
	bool background; /* it is of the background */
	unsigned generation;
	int64_t idle_since;
	struct postgres_link *next;
};

/* How running a statement ended. */
enum postgres_outcome {
	POSTGRES_DONE,
	POSTGRES_LOST,       /* the connection broke */
	POSTGRES_AGAIN,      /* the server gave up for a reason that does not lie in the statement */
	POSTGRES_UNPREPARED, /* the server does not know what was prepared: a pooler is between */
	POSTGRES_REFUSED,    /* the error says why */
};

/* Gives a statement to the link's transaction, which it begins when there is none, and does not wait for it: what is
 * sent before the first answer is asked for costs one round trip. `query` must be all zero. POSTGRES_DONE or what
 * failed. */
enum postgres_outcome postgres_link_send(struct postgres_link *link, struct slice text, int value_count,
                                         const char *const *values, struct postgres_query *query, struct error *error);

/* Waits for the answers of all statements up to `query`. Its rows are to be cleared by PQclear. */
enum postgres_outcome postgres_link_receive(struct postgres_link *link, const struct postgres_query *query,
                                            struct error *error);

/* Ends the transaction, if one has begun, without waiting. Answers that were not asked for are dropped; they are waited
 * for a moment, since a server that can't tell all of them keeps the transaction open. */
void postgres_link_end(struct postgres_link *link);

#endif
