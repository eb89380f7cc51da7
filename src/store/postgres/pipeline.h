/* Inside the room `store`: a connection in libpq's pipeline mode: what was sent and is not answered yet, in its order.
 * The connections that read and the one that writes share it.
 *
 * A statement is waited for only when its rows are needed, so those before it cost no round trip of their own. After a
 * failure the server skips what was sent behind it, up to the next Sync. What a failure means is for the owner of the
 * connection to say; the pipeline only hands it out.
 *
 * Threads: one at a time, the one that has taken the connection. */
#ifndef LECTERN_STORE_POSTGRES_PIPELINE_H
#define LECTERN_STORE_POSTGRES_PIPELINE_H

#include "statements.h"
#include "wire.h"

/* More are not left unanswered: their answers would fill the server's buffers, and it would read no further. */
enum { POSTGRES_MOST_UNANSWERED = 64 };

/* A statement that was sent and is still to be answered. */
struct postgres_unanswered {
	struct postgres_prelude prelude;
	struct postgres_query *query; /* NULL: its rows are dropped */
};

struct postgres_pipeline {
	PGconn *pg;
	struct postgres_waiting waiting;
	bool prepares; /* statements are prepared, and found again by their text */
	struct postgres_statements statements;
	struct postgres_unanswered unanswered[POSTGRES_MOST_UNANSWERED]; /* a ring */
	size_t first, count;
	unsigned syncs; /* sent, and their answers not read yet */
	bool timed_out; /* the connection is of no more use because no answer came in time */
};

/* A statement that failed. */
struct postgres_failure {
	PGresult *result; /* to be cleared by PQclear */
	bool reused;      /* the statement was prepared earlier */
};

enum postgres_answer {
	POSTGRES_ANSWERED,
	POSTGRES_SILENT, /* the connection is of no more use */
	POSTGRES_FAILED,
};

/* Until when an answer is waited for that is asked for now: a time of clock_milliseconds. */
int64_t postgres_pipeline_deadline(const struct postgres_pipeline *pipeline);

/* Whether `count` more statements may be sent before answers are taken. */
bool postgres_pipeline_has_room(const struct postgres_pipeline *pipeline, size_t count);

/* Each sends one statement, for which there is room. `query`: all zero; NULL drops the rows. False when the
 * connection is of no more use. */
bool postgres_pipeline_send(struct postgres_pipeline *pipeline, struct slice text, int value_count,
                            const char *const *values, struct postgres_query *query);
/* Without preparing it: what controls a transaction is not worth that. */
bool postgres_pipeline_send_unprepared(struct postgres_pipeline *pipeline, struct slice text, int value_count,
                                       const char *const *values, struct postgres_query *query);
/* One that was prepared under this name before the connection was in pipeline mode. */
bool postgres_pipeline_send_named(struct postgres_pipeline *pipeline, const char *name, int value_count,
                                  const char *const *values, struct postgres_query *query);

/* Sends all that is to be sent. False when the connection is of no more use. */
bool postgres_pipeline_flush(struct postgres_pipeline *pipeline, int64_t deadline);

/* Flushes, and makes the server tell the answers that it has so far. */
bool postgres_pipeline_request(struct postgres_pipeline *pipeline, int64_t deadline);

/* Takes the answers up to that of `query`; NULL: all. On POSTGRES_FAILED *failure is set. After anything but
 * POSTGRES_ANSWERED nothing is unanswered any more. */
enum postgres_answer postgres_pipeline_take(struct postgres_pipeline *pipeline, const struct postgres_query *query,
                                            int64_t deadline, struct postgres_failure *failure);

/* Drops the rows of `query`, now or when they come. */
void postgres_pipeline_discard(struct postgres_pipeline *pipeline, struct postgres_query *query);

/* Drops the answers to all that was sent. */
void postgres_pipeline_forget(struct postgres_pipeline *pipeline);

/* Sends a Sync, which ends the transaction that has no BEGIN, and behind which the server goes on after a failure. */
bool postgres_pipeline_sync(struct postgres_pipeline *pipeline);

/* Reads up to the answer of the last Sync, whatever stands before it. */
bool postgres_pipeline_settle(struct postgres_pipeline *pipeline, int64_t deadline);

/* Closes the connection and forgets what was prepared on it. */
void postgres_pipeline_close(struct postgres_pipeline *pipeline);

#endif
