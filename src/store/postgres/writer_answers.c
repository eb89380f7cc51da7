/* The answers to what the writer has sent, in its order. */
#include "writer_answers.h"
#include "sqlstate.h"

int64_t postgres_writer_deadline(const struct postgres_writer *writer)
{
	return clock_milliseconds() + writer->waiting.patience;
}

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
static bool refuse(struct postgres_writer *writer, const struct postgres_prelude *prelude, const PGresult *result,
                   struct error *error)
{
	const char *message = sqlstate_message(result);
	writer->failed = true;
	writer->refused = false;
	if (PQstatus(writer->pg) != CONNECTION_OK)
		return postgres_writer_lose(writer, error);
	switch (sqlstate_of(result)) {
	case SQLSTATE_LOST:
		return postgres_writer_lose(writer, error);
	case SQLSTATE_AGAIN:
	case SQLSTATE_CANCELLED:
	case SQLSTATE_UNREADY:
		return error_unavailable(error, "PostgreSQL: %s", message);
	case SQLSTATE_UNPREPARED:
		if (!writer->prepares)
			break;
		postgres_pool_unprepare_primary(writer->pool);
		return postgres_writer_lose(writer, error);
	case SQLSTATE_OUTDATED:
		if (!prelude->reused)
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
	return error_internal(error, "PostgreSQL: %s (%s)", message, PQresultErrorField(result, PG_DIAG_SQLSTATE));
}

/* Takes the result of one thing that was sent. It is cleared unless `rows` takes it. */
static bool take_result(struct postgres_writer *writer, const struct postgres_prelude *prelude, int64_t deadline,
                        PGresult **rows, struct error *error)
{
	PGresult *result, *end = NULL;
	if (!postgres_wire_receive(writer->pg, &writer->waiting, deadline, &result) || !result)
		return postgres_writer_lose(writer, error);
	ExecStatusType status = PQresultStatus(result);
	bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
	if (!done)
		refuse(writer, prelude, result, error);
	else if (!postgres_wire_receive(writer->pg, &writer->waiting, deadline, &end) || end)
		done = postgres_writer_lose(writer, error);
	PQclear(end);
	if (done && rows)
		*rows = result;
	else
		PQclear(result);
	return done;
}

/* After a failure the server skips what was sent behind it. */
void postgres_writer_forget_unanswered(struct postgres_writer *writer)
{
	for (; writer->count; writer->count--) {
		postgres_prelude_forget(&writer->unanswered[writer->first].prelude);
		writer->first = (writer->first + 1) % MOST_UNANSWERED;
	}
}

static bool take_answer(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	struct unanswered *next = &writer->unanswered[writer->first];
	struct postgres_prelude *prelude = &next->prelude;
	bool done = (!prelude->deallocate || take_result(writer, prelude, deadline, NULL, error)) &&
	            (!prelude->prepare || take_result(writer, prelude, deadline, NULL, error));
	if (done)
		postgres_prelude_prepared(prelude);
	if (!done || !take_result(writer, prelude, deadline, next->query ? &next->query->rows : NULL, error)) {
		postgres_writer_forget_unanswered(writer);
		return false;
	}
	writer->first = (writer->first + 1) % MOST_UNANSWERED;
	writer->count--;
	return true;
}

bool postgres_writer_take_answers(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                                  struct error *error)
{
	while (!query->rows)
		if (!take_answer(writer, deadline, error))
			return false;
	return true;
}

bool postgres_writer_ask_for_answers(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	if (PQsendFlushRequest(writer->pg) && postgres_wire_flush(writer->pg, &writer->waiting, deadline))
		return true;
	postgres_writer_forget_unanswered(writer);
	return postgres_writer_lose(writer, error);
}

bool postgres_writer_failed_before(const struct postgres_writer *writer, struct error *error)
{
	if (!writer->failed)
		return false;
	if (writer->refused)
		*error = writer->refusal;
	else
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
	return true;
}

/* Waits for all answers. */
bool postgres_writer_settle(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = postgres_writer_deadline(writer);
	if (postgres_writer_failed_before(writer, error))
		return false;
	if (!writer->count)
		return true;
	if (!postgres_writer_ask_for_answers(writer, deadline, error))
		return false;
	while (writer->count)
		if (!take_answer(writer, deadline, error))
			return false;
	return true;
}

/* Reads up to the answer to a Sync, behind which the server goes on after a failure. */
bool postgres_writer_read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	/* NULL stands between statements; a run of them means that there is nothing to come. */
	for (unsigned empty = 0; empty <= 2;) {
		PGresult *result;
		if (!postgres_wire_receive(writer->pg, &writer->waiting, deadline, &result))
			break;
		bool synchronized = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
		empty = result ? 0 : empty + 1;
		PQclear(result);
		if (synchronized) {
			writer->failed = false;
			return true;
		}
	}
	return postgres_writer_lose(writer, error);
}

bool postgres_writer_synchronize(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = postgres_writer_deadline(writer);
	postgres_writer_forget_unanswered(writer);
	if (writer->lost || !PQpipelineSync(writer->pg) || !postgres_wire_flush(writer->pg, &writer->waiting, deadline))
		return postgres_writer_lose(writer, error);
	return postgres_writer_read_sync(writer, deadline, error);
}
