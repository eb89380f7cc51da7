/* Inside the writer: what its files share. Transactions are in writer.c, statements in writer_statements.c, the answers
 * to them in writer_answers.c, and what became of a commit that was not answered in writer_outcome.c. */
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
	bool begun;           /* a transaction has begun */
	bool failed;          /* the server skips everything up to the next Sync */
	bool refused;         /* because of a value of the request's, which `refusal` names */
	struct error refusal;
	bool lost;               /* the connection is of no more use */
	pthread_mutex_t writing; /* held while a transaction is open */
};

/* Connects when there is no connection. */
bool postgres_writer_connect(struct postgres_writer *writer, struct error *error);
void postgres_writer_disconnect(struct postgres_writer *writer);

/* As postgres_writer_settle, and gets the number of the transaction unless it is known. */
bool postgres_writer_settle_with_number(struct postgres_writer *writer, struct error *error);

/* The connection broke during COMMIT. True when the server says that it was done; else *error tells what is known. */
bool postgres_writer_find_outcome(struct postgres_writer *writer, struct error *error);

/* Until when an answer is waited for that is asked for now. */
int64_t postgres_writer_deadline(const struct postgres_writer *writer);

/* The connection is of no more use; always false, with 503. */
bool postgres_writer_lose(struct postgres_writer *writer, struct error *error);

/* True when the transaction has failed already: with what it failed of where the request is to blame, else with 503. */
bool postgres_writer_failed_before(const struct postgres_writer *writer, struct error *error);

/* Nobody waits for what was sent any more: after a failure the server skips what stands behind it. */
void postgres_writer_forget_unanswered(struct postgres_writer *writer);

/* Makes the server tell the answers that it has so far. */
bool postgres_writer_ask_for_answers(struct postgres_writer *writer, int64_t deadline, struct error *error);

/* Waits for the rows of `query` and the answers to all before it. */
bool postgres_writer_take_answers(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                                  struct error *error);

/* Waits for all answers. False when one of them, or one before, was a failure. */
bool postgres_writer_settle(struct postgres_writer *writer, struct error *error);

/* Reads up to the answer to a Sync that was sent, behind which the server goes on after a failure. */
bool postgres_writer_read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error);

/* Sends a Sync and reads up to its answer, whatever stands before it. */
bool postgres_writer_synchronize(struct postgres_writer *writer, struct error *error);

/* As postgres_writer_send, without preparing: what controls the transaction is not worth it. */
bool postgres_writer_send_control(struct postgres_writer *writer, const char *text, struct postgres_query *query,
                                  struct error *error);

#endif
