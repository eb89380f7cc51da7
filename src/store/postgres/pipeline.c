#include "pipeline.h"

int64_t postgres_pipeline_deadline(const struct postgres_pipeline *pipeline)
{
	return clock_milliseconds() + pipeline->waiting.patience;
}

bool postgres_pipeline_has_room(const struct postgres_pipeline *pipeline, size_t count)
{
	return pipeline->count + count <= POSTGRES_MOST_UNANSWERED;
}

/* ---- sending ---- */

static struct postgres_unanswered *next_place(struct postgres_pipeline *pipeline)
{
	return &pipeline->unanswered[(pipeline->first + pipeline->count) % POSTGRES_MOST_UNANSWERED];
}

static bool send(struct postgres_pipeline *pipeline, struct postgres_statements *statements, struct slice text,
                 int value_count, const char *const *values, struct postgres_query *query)
{
	struct postgres_unanswered *sent = next_place(pipeline);
	sent->query = query;
	if (!postgres_statements_send(statements, pipeline->pg, text, value_count, values, &sent->prelude, query))
		return false;
	pipeline->count++;
	return true;
}

bool postgres_pipeline_send(struct postgres_pipeline *pipeline, struct slice text, int value_count,
                            const char *const *values, struct postgres_query *query)
{
	return send(pipeline, pipeline->prepares ? &pipeline->statements : NULL, text, value_count, values, query);
}

bool postgres_pipeline_send_unprepared(struct postgres_pipeline *pipeline, struct slice text, int value_count,
                                       const char *const *values, struct postgres_query *query)
{
	return send(pipeline, NULL, text, value_count, values, query);
}

bool postgres_pipeline_send_named(struct postgres_pipeline *pipeline, const char *name, int value_count,
                                  const char *const *values, struct postgres_query *query)
{
	if (!libpq.PQsendQueryPrepared(pipeline->pg, name, value_count, values, NULL, NULL, 0))
		return false;
	*next_place(pipeline) = (struct postgres_unanswered){.query = query};
	pipeline->count++;
	return true;
}

static bool note_time(struct postgres_pipeline *pipeline, int64_t deadline)
{
	pipeline->timed_out = pipeline->timed_out || clock_milliseconds() >= deadline;
	return false;
}

bool postgres_pipeline_flush(struct postgres_pipeline *pipeline, int64_t deadline)
{
	return postgres_wire_flush(pipeline->pg, &pipeline->waiting, deadline) || note_time(pipeline, deadline);
}

bool postgres_pipeline_request(struct postgres_pipeline *pipeline, int64_t deadline)
{
	return libpq.PQsendFlushRequest(pipeline->pg) && postgres_pipeline_flush(pipeline, deadline);
}

bool postgres_pipeline_sync(struct postgres_pipeline *pipeline)
{
	pipeline->syncs++;
	return libpq.PQpipelineSync(pipeline->pg);
}

/* ---- receiving ---- */

static bool receive(struct postgres_pipeline *pipeline, int64_t deadline, PGresult **result)
{
	return postgres_wire_receive(pipeline->pg, &pipeline->waiting, deadline, result) ||
	       note_time(pipeline, deadline);
}

bool postgres_pipeline_settle(struct postgres_pipeline *pipeline, int64_t deadline)
{
	unsigned empty = 0;
	while (pipeline->syncs) {
		PGresult *result;
		if (!receive(pipeline, deadline, &result))
			return false;
		if (libpq.PQresultStatus(result) == PGRES_PIPELINE_SYNC)
			pipeline->syncs--;
		/* NULL stands between statements; a run of them means that there is nothing to come. */
		empty = result ? 0 : empty + 1;
		libpq.PQclear(result);
		if (empty > 2)
			return false;
	}
	return true;
}

/* Takes the result of one thing that was sent; the caller clears it. */
static enum postgres_answer take_result(struct postgres_pipeline *pipeline, int64_t deadline, PGresult **taken)
{
	PGresult *result, *end = NULL;
	if (!receive(pipeline, deadline, &result) || !result)
		return POSTGRES_SILENT;
	*taken = result;
	if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK && libpq.PQresultStatus(result) != PGRES_COMMAND_OK)
		return POSTGRES_FAILED;
	if (receive(pipeline, deadline, &end) && !end)
		return POSTGRES_ANSWERED;
	libpq.PQclear(end);
	libpq.PQclear(result);
	return POSTGRES_SILENT;
}

static enum postgres_answer take_answer(struct postgres_pipeline *pipeline, int64_t deadline, PGresult **rows)
{
	struct postgres_prelude *prelude = &pipeline->unanswered[pipeline->first].prelude;
	enum postgres_answer answer = POSTGRES_ANSWERED;
	if (prelude->deallocate) {
		answer = take_result(pipeline, deadline, rows);
		if (answer != POSTGRES_ANSWERED)
			return answer;
		libpq.PQclear(*rows);
	}
	if (prelude->prepare) {
		answer = take_result(pipeline, deadline, rows);
		if (answer != POSTGRES_ANSWERED)
			return answer;
		libpq.PQclear(*rows);
		postgres_prelude_prepared(prelude);
	}
	return take_result(pipeline, deadline, rows);
}

enum postgres_answer postgres_pipeline_take(struct postgres_pipeline *pipeline, const struct postgres_query *query,
                                            int64_t deadline, struct postgres_failure *failure)
{
	while (pipeline->count && !(query && query->rows)) {
		struct postgres_unanswered *next = &pipeline->unanswered[pipeline->first];
		PGresult *rows = NULL;
		enum postgres_answer answer = take_answer(pipeline, deadline, &rows);
		if (answer == POSTGRES_FAILED)
			*failure = (struct postgres_failure){rows, next->prelude.reused};
		if (answer != POSTGRES_ANSWERED) {
			postgres_pipeline_forget(pipeline);
			return answer;
		}
		if (next->query)
			next->query->rows = rows;
		else
			libpq.PQclear(rows);
		pipeline->first = (pipeline->first + 1) % POSTGRES_MOST_UNANSWERED;
		pipeline->count--;
	}
	return !query || query->rows ? POSTGRES_ANSWERED : POSTGRES_SILENT;
}

void postgres_pipeline_discard(struct postgres_pipeline *pipeline, struct postgres_query *query)
{
	for (size_t i = 0; i < pipeline->count; i++) {
		struct postgres_unanswered *sent =
		    &pipeline->unanswered[(pipeline->first + i) % POSTGRES_MOST_UNANSWERED];
		if (sent->query == query)
			sent->query = NULL;
	}
	libpq.PQclear(query->rows);
	query->rows = NULL;
}

void postgres_pipeline_forget(struct postgres_pipeline *pipeline)
{
	for (; pipeline->count; pipeline->count--) {
		postgres_prelude_forget(&pipeline->unanswered[pipeline->first].prelude);
		pipeline->first = (pipeline->first + 1) % POSTGRES_MOST_UNANSWERED;
	}
}

void postgres_pipeline_close(struct postgres_pipeline *pipeline)
{
	libpq.PQfinish(pipeline->pg);
	pipeline->pg = NULL;
	postgres_pipeline_forget(pipeline);
	postgres_statements_free(&pipeline->statements);
	pipeline->syncs = 0;
	pipeline->timed_out = false;
}
