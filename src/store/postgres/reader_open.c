/* Opening and closing connections that read. */
#include "reader_open.h"

#include "base/base.h"
#include "version.h"

#include <stdlib.h>

enum { SET_UP_TIME = 5000 /* ms for what is asked when a connection is new */ };

/* One result outside of transactions; NULL when none came. */
static PGresult *ask(struct postgres_reader *reader, int64_t deadline)
{
	PGresult *result, *end;
	if (!postgres_wire_flush(reader->pipeline.pg, &reader->pipeline.waiting, deadline) ||
	    !postgres_wire_receive(reader->pipeline.pg, &reader->pipeline.waiting, deadline, &result))
		return NULL;
	if (result && postgres_wire_receive(reader->pipeline.pg, &reader->pipeline.waiting, deadline, &end))
		libpq.PQclear(end);
	return result;
}

/* A pooler may take the start-up options and ignore them. */
static bool options_hold(struct postgres_reader *reader, int64_t deadline)
{
	if (!libpq.PQsendQuery(reader->pipeline.pg, "SELECT current_setting('default_transaction_isolation')"))
		return false;
	PGresult *result = ask(reader, deadline);
	bool hold = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1 &&
	            strcmp(libpq.PQgetvalue(result, 0, 0), "repeatable read") == 0;
	libpq.PQclear(result);
	return hold;
}

static bool prepare_version(struct postgres_reader *reader, int64_t deadline)
{
	if (!libpq.PQsendPrepare(reader->pipeline.pg, POSTGRES_VERSION_NAME, POSTGRES_VERSION_STATEMENT, 0, NULL))
		return false;
	PGresult *result = ask(reader, deadline);
	bool done = libpq.PQresultStatus(result) == PGRES_COMMAND_OK;
	libpq.PQclear(result);
	return done;
}

#define PROBE_NAME "lectern_probe"
#define PROBE_TEXT "SELECT 'lectern probe'"

static bool runs(struct postgres_reader *reader, const char *text, int64_t deadline)
{
	if (!libpq.PQsendQueryParams(reader->pipeline.pg, text, 0, NULL, NULL, NULL, NULL, 0))
		return false;
	PGresult *result = ask(reader, deadline);
	bool done = libpq.PQresultStatus(result) == PGRES_COMMAND_OK;
	libpq.PQclear(result);
	return done;
}

/* The server has a statement under the client's name, where the pooler passes it on, and under one of the pooler's
 * where that keeps account of statements and prepares them on each server that it gives a client. */
static bool is_renamed(struct postgres_reader *reader, int64_t deadline)
{
	static const char names[] = "SELECT count(*), count(*) FILTER (WHERE name = '" PROBE_NAME "') "
				    "FROM pg_prepared_statements WHERE statement = $1";
	const char *const values[] = {PROBE_TEXT};
	if (!libpq.PQsendPrepare(reader->pipeline.pg, PROBE_NAME, PROBE_TEXT, 0, NULL))
		return false;
	PGresult *result = ask(reader, deadline);
	bool prepared = libpq.PQresultStatus(result) == PGRES_COMMAND_OK;
	libpq.PQclear(result);
	if (!prepared || !libpq.PQsendQueryParams(reader->pipeline.pg, names, 1, NULL, values, NULL, NULL, 0))
		return false;
	result = ask(reader, deadline);
	bool found = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1 &&
	             strcmp(libpq.PQgetvalue(result, 0, 0), "0") != 0;
	bool kept = found && strcmp(libpq.PQgetvalue(result, 0, 1), "0") != 0;
	libpq.PQclear(result);
	/* It would stay for others, whom the pooler gives this server. */
	if (kept)
		runs(reader, "DEALLOCATE " PROBE_NAME, deadline);
	return found && !kept;
}

/* Whether what is prepared in one transaction is there in the next one, on whatever server: PgBouncer carries
 * statements from version 1.21 on, where max_prepared_statements is not 0. All of it is asked of one server. */
static bool carries_statements(struct postgres_reader *reader, int64_t deadline)
{
	if (!runs(reader, "BEGIN", deadline))
		return false;
	bool carries = is_renamed(reader, deadline);
	return runs(reader, "ROLLBACK", deadline) && carries;
}

static bool set_up(struct postgres_reader *reader, int64_t deadline, bool *refuses_options)
{
	libpq.PQsetNoticeProcessor(reader->pipeline.pg, postgres_log_notice, NULL);
	if (libpq.PQsetnonblocking(reader->pipeline.pg, 1) != 0)
		return false;
	if (!reader->pooled && !options_hold(reader, deadline)) {
		*refuses_options = libpq.PQstatus(reader->pipeline.pg) == CONNECTION_OK;
		return false;
	}
	if (reader->pooled && reader->pipeline.prepares)
		reader->pipeline.prepares = reader->pipeline.statements.renamed = carries_statements(reader, deadline);
	else if (reader->pipeline.prepares && !prepare_version(reader, deadline))
		return false;
	return libpq.PQenterPipelineMode(reader->pipeline.pg) == 1;
}

struct postgres_reader *postgres_reader_open(const struct postgres_target *target, bool pooled, bool prepares,
                                             bool *refuses_options, struct buffer *reason)
{
	const struct conninfo *conninfo = pooled ? &target->pooled : &target->direct;
	struct postgres_reader *reader = memory_alloc(sizeof *reader);
	reader->target = target;
	reader->pooled = pooled;
	reader->pipeline.waiting = target->waiting;
	reader->pipeline.prepares = prepares;
	reader->pipeline.pg = libpq.PQconnectdbParams(conninfo->keywords, conninfo->values, 0);
	*refuses_options = false;
	if (!reader->pipeline.pg) {
		buffer_text(reason, "no memory for a connection");
		postgres_reader_close(reader);
		return NULL;
	}
	bool connected = libpq.PQstatus(reader->pipeline.pg) == CONNECTION_OK;
	if (connected && set_up(reader, clock_milliseconds() + SET_UP_TIME, refuses_options)) {
		reader->pipeline.waiting.is_cancelled = postgres_reader_is_cancelled;
		reader->pipeline.waiting.context = reader;
		return reader;
	}
	const char *message = libpq.PQerrorMessage(reader->pipeline.pg);
	if (!connected && !pooled && strstr(message, "unsupported startup parameter"))
		*refuses_options = true;
	struct slice text = slice_trim(slice_of(message));
	buffer_slice(reason, text.len ? text : SLICE("no answer in time"));
	postgres_reader_close(reader);
	return NULL;
}

void postgres_reader_close(struct postgres_reader *reader)
{
	if (!reader)
		return;
	postgres_pipeline_close(&reader->pipeline);
	free(reader);
}
