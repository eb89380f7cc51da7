/* The statements of the writer's transaction, and the answers to them. */
#include "writer_statements.h"
#include "sqlstate.h"

bool postgres_writer_lose(struct postgres_writer *writer, struct error *error)
{
	writer->lost = writer->failed = true;
	writer->refused = false;
	return error_unavailable(error, "PostgreSQL: the connection was lost during a change");
}

/* What comes behind in the same transaction is answered with the same error. */
static bool blame_request(struct postgres_writer *writer, const struct error *error)
{
	writer->refused = true;
	writer->refusal = *error;
	return false;
}

/* The answer to a statement that failed. What breaks a unique index was checked before, so Strapi beside us was
 * faster. */
static bool refuse(struct postgres_writer *writer, const struct postgres_failure *failure, struct error *error)
{
	const char *message = sqlstate_message(failure->result);
	writer->failed = true;
	writer->refused = false;
	if (libpq.PQstatus(writer->pipeline.pg) != CONNECTION_OK)
		return postgres_writer_lose(writer, error);
	switch (sqlstate_of(failure->result)) {
	case SQLSTATE_LOST:
		return postgres_writer_lose(writer, error);
	case SQLSTATE_AGAIN:
	case SQLSTATE_CANCELLED:
	case SQLSTATE_UNREADY:
		return error_unavailable(error, "PostgreSQL: %s", message);
	case SQLSTATE_UNPREPARED:
		if (!writer->pipeline.prepares)
			break;
		postgres_pool_unprepare_primary(writer->pool);
		return postgres_writer_lose(writer, error);
	case SQLSTATE_OUTDATED:
		if (writer->pipeline.statements.renamed && sqlstate_is_old_plan(failure->result))
			postgres_pool_unprepare_primary(writer->pool);
		else if (!failure->reused)
			break;
		return postgres_writer_lose(writer, error);
	case SQLSTATE_TAKEN:
		error_validation(error, "This attribute must be unique");
		return blame_request(writer, error);
	case SQLSTATE_RULE:
	case SQLSTATE_VALUE:
		error_validation(error, "The entry breaks a rule of the database: %s", message);
		return blame_request(writer, error);
	case SQLSTATE_OTHER:
		break;
	}
	return error_internal(error, "PostgreSQL: %s (%s)", message,
	                      libpq.PQresultErrorField(failure->result, PG_DIAG_SQLSTATE));
}

bool postgres_writer_take(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                          struct error *error)
{
	struct postgres_failure failure;
	switch (postgres_pipeline_take(&writer->pipeline, query, deadline, &failure)) {
	case POSTGRES_ANSWERED:
		break;
	case POSTGRES_SILENT:
		return postgres_writer_lose(writer, error);
	case POSTGRES_FAILED:
		refuse(writer, &failure, error);
		libpq.PQclear(failure.result);
		return false;
	}
	return true;
}

/* True when the transaction has failed already: with what it failed of where the request is to blame, else with 503. */
static bool has_failed(const struct postgres_writer *writer, struct error *error)
{
	if (!writer->failed)
		return false;
	if (writer->refused)
		*error = writer->refusal;
	else
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
	return true;
}

/* Asks for the answers up to that of `query`, NULL: for all, and takes them. */
static bool take_answers(struct postgres_writer *writer, const struct postgres_query *query, struct error *error)
{
	int64_t deadline = postgres_pipeline_deadline(&writer->pipeline);
	if (has_failed(writer, error))
		return false;
	if (postgres_pipeline_request(&writer->pipeline, deadline))
		return postgres_writer_take(writer, query, deadline, error);
	postgres_pipeline_forget(&writer->pipeline);
	return postgres_writer_lose(writer, error);
}

bool postgres_writer_settle(struct postgres_writer *writer, struct error *error)
{
	if (writer->pipeline.count)
		return take_answers(writer, NULL, error);
	return !has_failed(writer, error);
}

bool postgres_writer_receive(struct postgres_writer *writer, const struct postgres_query *query, struct error *error)
{
	return query->rows || take_answers(writer, query, error);
}

void postgres_writer_discard(struct postgres_writer *writer, struct postgres_query *query)
{
	postgres_pipeline_discard(&writer->pipeline, query);
}

/* Leaves room for one more statement. */
static bool make_room(struct postgres_writer *writer, struct error *error)
{
	if (has_failed(writer, error))
		return false;
	return postgres_pipeline_has_room(&writer->pipeline, 1) || postgres_writer_settle(writer, error);
}

static bool note_sent(struct postgres_writer *writer, bool sent, struct error *error)
{
	if (sent)
		return true;
	postgres_pipeline_forget(&writer->pipeline);
	return postgres_writer_lose(writer, error);
}

bool postgres_writer_send(struct postgres_writer *writer, struct slice text, int value_count, const char *const *values,
                          struct postgres_query *query, struct error *error)
{
	return make_room(writer, error) &&
	       note_sent(writer, postgres_pipeline_send(&writer->pipeline, text, value_count, values, query), error);
}

bool postgres_writer_send_control(struct postgres_writer *writer, const char *text, struct postgres_query *query,
                                  struct error *error)
{
	return make_room(writer, error) &&
	       note_sent(writer, postgres_pipeline_send_unprepared(&writer->pipeline, slice_of(text), 0, NULL, query),
	                 error);
}

bool postgres_writer_read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	if (!postgres_pipeline_settle(&writer->pipeline, deadline))
		return postgres_writer_lose(writer, error);
	writer->failed = false;
	return true;
}

bool postgres_writer_synchronize(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = postgres_pipeline_deadline(&writer->pipeline);
	postgres_pipeline_forget(&writer->pipeline);
	if (writer->lost || !postgres_pipeline_sync(&writer->pipeline) ||
	    !postgres_pipeline_flush(&writer->pipeline, deadline))
		return postgres_writer_lose(writer, error);
	return postgres_writer_read_sync(writer, deadline, error);
}
