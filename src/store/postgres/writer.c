#include "writer_outcome.h"
#include "writer_statements.h"

#include <stdio.h>
#include <stdlib.h>

/* The key of the advisory lock: "lectern" in ASCII. */
#define LOCK_KEY "30506433041920622"

/* A change is not to be lost because the server is busy: its statements may take some times what reading may. */
enum { REQUEST_TIMES = 5 };

bool postgres_writer_create(const struct config *config, struct postgres_pool *pool, struct postgres_writer **created,
                            struct error *error)
{
	struct arena *arena = arena_create();
	struct postgres_writer *writer = arena_alloc(arena, sizeof *writer);
	writer->arena = arena;
	writer->pool = pool;
	writer->search_path = conninfo_search_path(arena, config->postgres_schema);
	writer->statement_timeout = arena_format(arena, "%u", config->statement_timeout);
	writer->request_timeout = writer->statement_timeout;
	if (config->request_time && REQUEST_TIMES * config->request_time < config->statement_timeout)
		writer->request_timeout = arena_format(arena, "%u", REQUEST_TIMES * config->request_time);
	writer->pipeline.waiting =
	    (struct postgres_waiting){.patience = (int64_t)config->statement_timeout + POSTGRES_GRACE,
	                              .is_cancelled = postgres_pool_is_silent,
	                              .context = pool};
	if (!conninfo_read(arena, config->postgres_url, NULL, &writer->conninfo, error)) {
		arena_destroy(arena);
		return false;
	}
	pthread_mutex_init(&writer->writing, NULL);
	*created = writer;
	return true;
}

void postgres_writer_disconnect(struct postgres_writer *writer)
{
	postgres_pipeline_close(&writer->pipeline);
	writer->begun = writer->failed = writer->lost = false;
}

void postgres_writer_destroy(struct postgres_writer *writer)
{
	if (!writer)
		return;
	postgres_writer_disconnect(writer);
	pthread_mutex_destroy(&writer->writing);
	arena_destroy(writer->arena);
}

bool postgres_writer_connect(struct postgres_writer *writer, struct error *error)
{
	if (writer->pipeline.pg && libpq.PQstatus(writer->pipeline.pg) == CONNECTION_OK &&
	    !postgres_statements_are_many(&writer->pipeline.statements))
		return true;
	postgres_writer_disconnect(writer);
	PGconn *pg = libpq.PQconnectdbParams(writer->conninfo.keywords, writer->conninfo.values, 0);
	if (!pg)
		abort();
	writer->pipeline.pg = pg;
	writer->pipeline.prepares = postgres_pool_prepares(writer->pool, &writer->pipeline.statements.renamed);
	if (libpq.PQstatus(pg) == CONNECTION_OK && libpq.PQsetnonblocking(pg, 1) == 0 &&
	    libpq.PQenterPipelineMode(pg) == 1) {
		libpq.PQsetNoticeProcessor(pg, postgres_log_notice, NULL);
		return true;
	}
	struct slice reason = slice_trim(slice_of(libpq.PQerrorMessage(pg)));
	error_unavailable(error, "PostgreSQL %s: %.*s", writer->conninfo.label, (int)reason.len, reason.ptr);
	postgres_writer_disconnect(writer);
	return false;
}

/* Settings of the transaction only: a pooler may give each one another server. The limit of time holds for the lock,
 * too. */
static bool begin(struct postgres_writer *writer, bool requests, struct error *error)
{
	static const char settings[] =
	    "SELECT set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
	    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true)";
	/* Behind the lock others wait: a statement may take what a request may. */
	static const char lock[] =
	    "SELECT pg_advisory_xact_lock(" LOCK_KEY "), set_config('statement_timeout', $1, true)";
	const char *const values[] = {writer->search_path, writer->statement_timeout};
	const char *const limit[] = {requests ? writer->request_timeout : writer->statement_timeout};
	writer->begun = true;
	writer->requests = requests;
	writer->transaction[0] = '\0';
	return postgres_writer_send_control(writer, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", NULL, error) &&
	       postgres_writer_send(writer, slice_of(settings), 2, values, NULL, error) &&
	       postgres_writer_send(writer, slice_of(lock), 1, limit, NULL, error) &&
	       postgres_writer_settle_with_number(writer, error);
}

bool postgres_writer_limit(struct postgres_writer *writer, int64_t limit, struct error *error)
{
	char text[24];
	const char *value = writer->requests ? writer->request_timeout : writer->statement_timeout;
	if (limit) {
		snprintf(text, sizeof text, "%lld", (long long)limit);
		value = text;
	}
	return postgres_writer_send(writer, SLICE("SELECT set_config('statement_timeout', $1, true)"), 1, &value, NULL,
	                            error) &&
	       (!limit || postgres_writer_settle(writer, error));
}

bool postgres_writer_begin(struct postgres_writer *writer, bool requests, struct error *error)
{
	pthread_mutex_lock(&writer->writing);
	if (postgres_pool_is_silent(writer->pool)) {
		pthread_mutex_unlock(&writer->writing);
		return error_unavailable(error, "PostgreSQL %s does not answer", writer->conninfo.label);
	}
	bool kept = writer->pipeline.pg;
	int64_t deadline = postgres_pipeline_deadline(&writer->pipeline);
	if (postgres_writer_connect(writer, error) && begin(writer, requests, error))
		return true;
	/* A connection that was lost while it was idle shows it at once, before anything was done: a new one is as
	 * good. A server that says nothing would let all that wait do so twice. */
	if (kept && writer->lost && clock_milliseconds() < deadline) {
		postgres_writer_disconnect(writer);
		if (postgres_writer_connect(writer, error) && begin(writer, requests, error))
			return true;
	}
	postgres_writer_roll_back(writer);
	return false;
}

void postgres_writer_roll_back(struct postgres_writer *writer)
{
	struct error ignored;
	if (writer->begun && (!postgres_writer_synchronize(writer, &ignored) ||
	                      !postgres_writer_send_control(writer, "ROLLBACK", NULL, &ignored) ||
	                      !postgres_writer_synchronize(writer, &ignored)))
		postgres_writer_disconnect(writer);
	writer->begun = false;
	pthread_mutex_unlock(&writer->writing);
}

/* To COMMIT in a transaction that has failed PostgreSQL answers ROLLBACK, as a success. */
static bool commit(struct postgres_writer *writer, struct error *error)
{
	struct postgres_query query = {.rows = NULL};
	struct error ignored;
	int64_t deadline;
	if (!postgres_writer_send_control(writer, "COMMIT", &query, error))
		return false;
	deadline = postgres_pipeline_deadline(&writer->pipeline);
	/* The Sync asks for the answers. A request for them behind it would come when a pooler has given the server to
	 * others: it would take one again, for a request that has no answer, and keep it. */
	if (!postgres_pipeline_sync(&writer->pipeline) || !postgres_pipeline_flush(&writer->pipeline, deadline)) {
		postgres_pipeline_forget(&writer->pipeline);
		postgres_writer_lose(writer, error);
		return postgres_writer_find_outcome(writer, error);
	}
	bool answered = postgres_writer_take(writer, &query, deadline, error);
	if (writer->lost && !answered)
		return postgres_writer_find_outcome(writer, error);
	/* When it is written, it is, whatever becomes of the connection. */
	if (!writer->lost)
		postgres_writer_read_sync(writer, postgres_pipeline_deadline(&writer->pipeline), &ignored);
	if (!answered)
		return false;
	bool done = strcmp(libpq.PQcmdStatus(query.rows), "COMMIT") == 0;
	libpq.PQclear(query.rows);
	return done || error_internal(error, "PostgreSQL rolled back what was to be committed");
}

bool postgres_writer_commit(struct postgres_writer *writer, struct error *error)
{
	if (!commit(writer, error)) {
		postgres_writer_roll_back(writer);
		return false;
	}
	if (writer->lost)
		postgres_writer_disconnect(writer);
	writer->begun = false;
	pthread_mutex_unlock(&writer->writing);
	return true;
}

static bool undo(struct postgres_writer *writer, struct error *error)
{
	struct error ignored;
	if (!postgres_writer_settle(writer, &ignored) && !postgres_writer_synchronize(writer, error))
		return false;
	return postgres_writer_send_control(writer, "ROLLBACK TO SAVEPOINT job", NULL, error) &&
	       postgres_writer_send_control(writer, "RELEASE SAVEPOINT job", NULL, error);
}

bool postgres_writer_savepoint(struct postgres_writer *writer, enum savepoint step, struct error *error)
{
	switch (step) {
	case SAVEPOINT_BEGIN:
		return postgres_writer_send_control(writer, "SAVEPOINT job", NULL, error);
	case SAVEPOINT_KEEP:
		return postgres_writer_settle(writer, error) &&
		       postgres_writer_send_control(writer, "RELEASE SAVEPOINT job", NULL, error);
	case SAVEPOINT_UNDO:
		break;
	}
	return undo(writer, error);
}
