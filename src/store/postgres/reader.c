#include "reader.h"

#include "sqlstate.h"
#include "version.h"

#include <stdio.h>

/* ms for answers that nobody wants any more; what takes longer costs more than a new connection. */
enum {
	DROPPING_TIME = 250,
	LIMIT_GRACE = 1000, /* ms that an answer may be late where the user has set a limit */
};

/* The first statement of a transaction takes the most places: BEGIN and the settings stand before it. */
enum { MOST_SENT_AT_ONCE = 3 };

static const char settings_statement[] =
    "SELECT " POSTGRES_VERSION_COLUMN
    ", set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true), set_config('jit', 'off', true), "
    "set_config('plan_cache_mode', $3, true)";

/* What is left of a limit on all statements. now() is when the transaction began. */
static const char limit_statement[] = "SELECT set_config('statement_timeout', greatest(1, $1::bigint - "
				      "(extract(epoch FROM clock_timestamp() - now()) * 1000)::bigint)::text, true)";

/* How long one statement may take on the server, in milliseconds, where the user's limit is the narrower one. */
static bool has_limit(const struct postgres_reader *reader)
{
	return reader->limit && reader->limit < reader->target->longest_statement;
}

/* Until when an answer is waited for that is asked for now. */
static int64_t deadline_of(const struct postgres_reader *reader)
{
	int64_t patience = reader->target->waiting.patience;
	if (has_limit(reader) && reader->limit + LIMIT_GRACE < patience)
		patience = reader->limit + LIMIT_GRACE;
	return clock_milliseconds() + patience;
}

/* The server stops the statement. It may do so late, and meet another one: the connection is not used again. */
static void cancel(struct postgres_reader *reader)
{
	char reason[256];
	PGcancel *request = libpq.PQgetCancel(reader->pipeline.pg);
	if (request)
		libpq.PQcancel(request, reason, sizeof reason);
	libpq.PQfreeCancel(request);
	reader->cancelled = reader->spent = true;
}

/* Whether nothing is waited for any more. `context`: a struct postgres_reader. */
bool postgres_reader_is_cancelled(void *context)
{
	struct postgres_reader *reader = context;
	const struct postgres_waiting *waiting = &reader->target->waiting;
	struct budget *budget = reader->budget;
	if (waiting->is_cancelled && waiting->is_cancelled(waiting->context))
		return true;
	if (!budget || !budget->is_cancelled || !budget->is_cancelled(budget->context))
		return false;
	budget->ended = BUDGET_CANCELLED;
	cancel(reader);
	return true;
}

/* ---- failures ---- */

/* What a statement's failure means for its session. */
static enum postgres_outcome classify(struct postgres_reader *reader, const struct postgres_failure *failure,
                                      struct error *error)
{
	const char *message = sqlstate_message(failure->result);
	reader->broken = true;
	switch (sqlstate_of(failure->result)) {
	case SQLSTATE_LOST:
		reader->lost = true;
		return POSTGRES_LOST;
	case SQLSTATE_AGAIN:
		return POSTGRES_AGAIN;
	case SQLSTATE_UNPREPARED:
		if (reader->pipeline.prepares)
			return POSTGRES_UNPREPARED;
		break;
	case SQLSTATE_OUTDATED:
		/* A pooler has the same statement for whoever sends its text, so another connection would not help. */
		if (reader->pipeline.statements.renamed && sqlstate_is_old_plan(failure->result))
			return POSTGRES_UNPREPARED;
		/* What is prepared on the other connections is as old. */
		reader->lost = failure->reused;
		if (reader->lost)
			return POSTGRES_AGAIN;
		break;
	case SQLSTATE_CANCELLED:
		reader->over_limit = has_limit(reader);
		if (reader->over_limit)
			return POSTGRES_REFUSED;
		error_unavailable(error, "PostgreSQL: %s", message);
		return POSTGRES_REFUSED;
	case SQLSTATE_UNREADY:
		error_unavailable(error, "PostgreSQL: %s", message);
		return POSTGRES_REFUSED;
	case SQLSTATE_VALUE:
		error_validation(error, "Invalid value: %s", message);
		reader->refused = true;
		reader->refusal = *error;
		return POSTGRES_REFUSED;
	default:
		break;
	}
	error_internal(error, "PostgreSQL: %s (%s)", message,
	               libpq.PQresultErrorField(failure->result, PG_DIAG_SQLSTATE));
	return POSTGRES_REFUSED;
}

/* The answer to what comes behind a failure: the same where the request is to blame, so that no warning is logged. */
static enum postgres_outcome refuse_more(const struct postgres_reader *reader, struct error *error)
{
	if (reader->refused)
		*error = reader->refusal;
	else
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
	return POSTGRES_REFUSED;
}

static enum postgres_outcome lose(struct postgres_reader *reader)
{
	reader->lost = reader->broken = true;
	return POSTGRES_LOST;
}

/* Takes the answers up to that of `query`; NULL: all. */
static enum postgres_outcome take(struct postgres_reader *reader, const struct postgres_query *query, int64_t deadline,
                                  struct error *error)
{
	struct postgres_failure failure;
	enum postgres_outcome outcome = POSTGRES_DONE;
	enum postgres_answer answer = postgres_pipeline_take(&reader->pipeline, query, deadline, &failure);
	if (reader->seen.rows) {
		const PGresult *rows = reader->seen.rows;
		reader->version =
		    slice_hash((struct slice){libpq.PQgetvalue(rows, 0, 0), (size_t)libpq.PQgetlength(rows, 0, 0)});
		libpq.PQclear(reader->seen.rows);
		reader->seen.rows = NULL;
	}
	switch (answer) {
	case POSTGRES_ANSWERED:
		break;
	case POSTGRES_SILENT:
		return lose(reader);
	case POSTGRES_FAILED:
		outcome = classify(reader, &failure, error);
		libpq.PQclear(failure.result);
		break;
	}
	return outcome;
}

/* Asks for the answers first. What is left of those of earlier transactions is of no interest. */
static enum postgres_outcome take_answers(struct postgres_reader *reader, const struct postgres_query *query,
                                          int64_t deadline, struct error *error)
{
	if (postgres_pipeline_request(&reader->pipeline, deadline) &&
	    postgres_pipeline_settle(&reader->pipeline, deadline))
		return take(reader, query, deadline, error);
	postgres_pipeline_forget(&reader->pipeline);
	return lose(reader);
}

/* ---- running ---- */

static bool send_begin(struct postgres_reader *reader)
{
	struct postgres_pipeline *pipeline = &reader->pipeline;
	char limit[24];
	snprintf(limit, sizeof limit, "%lld", (long long)reader->limit);
	const char *const values[] = {reader->target->search_path,
	                              has_limit(reader) ? limit : reader->target->statement_timeout,
	                              pipeline->prepares ? "force_generic_plan" : "auto"};
	if (reader->pooled)
		return postgres_pipeline_send_unprepared(
			   pipeline, SLICE("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), 0, NULL, NULL) &&
		       postgres_pipeline_send(pipeline, slice_of(settings_statement), 3, values, &reader->seen);
	if (pipeline->prepares)
		return postgres_pipeline_send_named(pipeline, POSTGRES_VERSION_NAME, 1, values + 1, &reader->seen);
	return postgres_pipeline_send(pipeline, SLICE(POSTGRES_VERSION_STATEMENT), 1, values + 1, &reader->seen);
}

static bool send_limit(struct postgres_reader *reader)
{
	char limit[24];
	const char *const values[] = {limit};
	snprintf(limit, sizeof limit, "%lld", (long long)reader->limit);
	return postgres_pipeline_send_unprepared(&reader->pipeline, slice_of(limit_statement), 1, values, NULL);
}

enum postgres_outcome postgres_reader_send(struct postgres_reader *reader, struct slice text, int value_count,
                                           const char *const *values, struct postgres_query *query, struct error *error)
{
	bool first = !reader->begun;
	enum postgres_outcome outcome = POSTGRES_DONE;
	if (reader->broken)
		return refuse_more(reader, error);
	reader->begun = true;
	/* A pooler gives the server away with the answer to the Sync, and what was sent on before that is lost. */
	if (reader->pooled && first &&
	    !postgres_pipeline_settle(&reader->pipeline, postgres_pipeline_deadline(&reader->pipeline)))
		return lose(reader);
	if (!postgres_pipeline_has_room(&reader->pipeline, MOST_SENT_AT_ONCE))
		outcome = take_answers(reader, NULL, deadline_of(reader), error);
	if (outcome != POSTGRES_DONE)
		return outcome;
	if ((first && !send_begin(reader)) ||
	    (!first && reader->limits_all && has_limit(reader) && !send_limit(reader)) ||
	    !postgres_pipeline_send(&reader->pipeline, text, value_count, values, query)) {
		postgres_pipeline_forget(&reader->pipeline);
		return lose(reader);
	}
	return POSTGRES_DONE;
}

enum postgres_outcome postgres_reader_receive(struct postgres_reader *reader, const struct postgres_query *query,
                                              struct error *error)
{
	/* It may have come with those of later statements. */
	if (query->rows)
		return POSTGRES_DONE;
	if (reader->broken)
		return refuse_more(reader, error);
	return take_answers(reader, query, deadline_of(reader), error);
}

/* What was sent and not waited for: one of these statements may fail, and rows that nobody takes would keep the server
 * in the transaction. */
static void discard_answers(struct postgres_reader *reader)
{
	struct postgres_pipeline *pipeline = &reader->pipeline;
	struct error ignored;
	if (!pipeline->count || reader->broken)
		return;
	for (size_t i = 0; i < pipeline->count; i++)
		pipeline->unanswered[(pipeline->first + i) % POSTGRES_MOST_UNANSWERED].query = NULL;
	if (take_answers(reader, NULL, clock_milliseconds() + DROPPING_TIME, &ignored) == POSTGRES_LOST)
		reader->spent = libpq.PQstatus(pipeline->pg) == CONNECTION_OK;
}

void postgres_reader_end(struct postgres_reader *reader)
{
	struct postgres_pipeline *pipeline = &reader->pipeline;
	reader->budget = NULL;
	if (reader->begun && !reader->lost)
		discard_answers(reader);
	if (!reader->begun || reader->lost)
		return;
	/* After a failure the server skips all up to the Sync. */
	bool done = !reader->broken || postgres_pipeline_sync(pipeline);
	if (reader->pooled && done)
		done = libpq.PQsendQueryParams(pipeline->pg, reader->broken ? "ROLLBACK" : "COMMIT", 0, NULL, NULL,
		                               NULL, NULL, 0);
	if ((reader->pooled || !reader->broken) && done)
		done = postgres_pipeline_sync(pipeline);
	reader->begun = reader->broken = reader->refused = reader->over_limit = reader->limits_all = false;
	reader->limit = 0;
	reader->version = 0;
	reader->lost = !done || !postgres_pipeline_flush(pipeline, postgres_pipeline_deadline(pipeline));
}
