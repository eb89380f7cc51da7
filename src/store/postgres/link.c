#include "link.h"

#include "sqlstate.h"
#include "version.h"

#include <stdio.h>

/* ms for answers that nobody wants any more; what takes longer costs more than a new connection. */
enum {
	DROPPING_TIME = 250,
	LIMIT_GRACE = 1000, /* ms that an answer may be late where the user has set a limit */
};

static const char settings_statement[] =
    "SELECT " POSTGRES_VERSION_COLUMN
    ", set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true)";

/* What is left of a limit on all statements. now() is when the transaction began. */
static const char limit_statement[] = "SELECT set_config('statement_timeout', greatest(1, $1::bigint - "
				      "(extract(epoch FROM clock_timestamp() - now()) * 1000)::bigint)::text, true)";

/* How long one statement may take on the server, in milliseconds, where the user's limit is the narrower one. */
static bool has_limit(const struct postgres_link *link)
{
	return link->limit && link->limit < link->target->longest_statement;
}

/* Until when an answer is waited for that is asked for now. */
static int64_t deadline_of(const struct postgres_link *link)
{
	int64_t patience = link->target->waiting.patience;
	if (has_limit(link) && link->limit + LIMIT_GRACE < patience)
		patience = link->limit + LIMIT_GRACE;
	return clock_milliseconds() + patience;
}

static bool flush(struct postgres_link *link, int64_t deadline)
{
	if (postgres_wire_flush(link->pg, &link->target->waiting, deadline))
		return true;
	link->timed_out = link->timed_out || clock_milliseconds() >= deadline;
	return false;
}

/* The server stops the statement. It may do so late, and meet another one: the connection is not used again. */
static void cancel(struct postgres_link *link)
{
	char reason[256];
	PGcancel *request = PQgetCancel(link->pg);
	if (request)
		PQcancel(request, reason, sizeof reason);
	PQfreeCancel(request);
	link->cancelled = link->spent = true;
}

static bool is_given_up(void *context)
{
	struct postgres_link *link = context;
	const struct postgres_waiting *waiting = &link->target->waiting;
	struct budget *budget = link->budget;
	if (waiting->given_up && waiting->given_up(waiting->context))
		return true;
	if (!budget || !budget->is_cancelled || !budget->is_cancelled(budget->context))
		return false;
	budget->ended = BUDGET_CANCELLED;
	cancel(link);
	return true;
}

static bool receive(struct postgres_link *link, int64_t deadline, PGresult **result)
{
	const struct postgres_waiting waiting = {.given_up = is_given_up, .context = link};
	if (postgres_wire_receive(link->pg, &waiting, deadline, result))
		return true;
	link->timed_out = link->timed_out || clock_milliseconds() >= deadline;
	return false;
}

/* Reads the answers up to those of the transaction under way; whatever is left of earlier ones is of no interest. */
static bool settle(struct postgres_link *link, int64_t deadline)
{
	unsigned empty = 0;
	while (link->syncs) {
		PGresult *result;
		if (!receive(link, deadline, &result))
			return false;
		if (PQresultStatus(result) == PGRES_PIPELINE_SYNC)
			link->syncs--;
		/* NULL stands between statements; a run of them means that there is nothing to come. */
		empty = result ? 0 : empty + 1;
		PQclear(result);
		if (empty > 2 || PQstatus(link->pg) != CONNECTION_OK)
			return false;
	}
	return true;
}

/* ---- failures ---- */

/* What a statement's failure means for its session. */
static enum postgres_outcome classify(struct postgres_link *link, const struct postgres_query *query,
                                      const PGresult *result, struct error *error)
{
	const char *message = sqlstate_message(result);
	link->broken = true;
	switch (sqlstate_of(result)) {
	case SQLSTATE_LOST:
		link->lost = true;
		return POSTGRES_LOST;
	case SQLSTATE_AGAIN:
		return POSTGRES_AGAIN;
	case SQLSTATE_UNPREPARED:
		if (link->prepares)
			return POSTGRES_UNPREPARED;
		break;
	case SQLSTATE_OUTDATED:
		/* What is prepared on the other connections is as old. */
		link->lost = query->prelude.reused;
		if (link->lost)
			return POSTGRES_AGAIN;
		break;
	case SQLSTATE_CANCELLED:
		link->over_limit = has_limit(link);
		if (link->over_limit)
			return POSTGRES_REFUSED;
		error_unavailable(error, "PostgreSQL: %s", message);
		return POSTGRES_REFUSED;
	case SQLSTATE_UNREADY:
		error_unavailable(error, "PostgreSQL: %s", message);
		return POSTGRES_REFUSED;
	case SQLSTATE_VALUE:
		error_validation(error, "Invalid value: %s", message);
		link->refused = true;
		link->refusal = *error;
		return POSTGRES_REFUSED;
	default:
		break;
	}
	error_internal(error, "PostgreSQL: %s (%s)", message, PQresultErrorField(result, PG_DIAG_SQLSTATE));
	return POSTGRES_REFUSED;
}

/* The answer to what comes behind a failure: the same where the request is to blame, so that no warning is logged. */
static enum postgres_outcome refuse_more(const struct postgres_link *link, struct error *error)
{
	if (link->refused)
		*error = link->refusal;
	else
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
	return POSTGRES_REFUSED;
}

static enum postgres_outcome lose(struct postgres_link *link)
{
	link->lost = link->broken = true;
	return POSTGRES_LOST;
}

/* Takes one statement's result, which must have the given status. It is cleared unless `rows` takes it. */
static enum postgres_outcome expect(struct postgres_link *link, const struct postgres_query *query,
                                    ExecStatusType status, int64_t deadline, PGresult **rows, struct error *error)
{
	PGresult *result, *end = NULL;
	enum postgres_outcome outcome = POSTGRES_DONE;
	if (!receive(link, deadline, &result) || !result)
		return lose(link);
	if (PQresultStatus(result) != status)
		outcome = classify(link, query, result, error);
	else if (!receive(link, deadline, &end) || end)
		outcome = lose(link);
	PQclear(end);
	if (outcome == POSTGRES_DONE && rows)
		*rows = result;
	else
		PQclear(result);
	return outcome;
}

/* ---- running ---- */

static bool send_begin(struct postgres_link *link, struct postgres_query *query)
{
	char limit[24];
	snprintf(limit, sizeof limit, "%lld", (long long)link->limit);
	const char *const values[] = {link->target->search_path,
	                              has_limit(link) ? limit : link->target->statement_timeout};
	if (link->pooled) {
		query->settings = true;
		return PQsendQueryParams(link->pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", 0, NULL, NULL,
		                         NULL, NULL, 0) &&
		       PQsendQueryParams(link->pg, settings_statement, 2, NULL, values, NULL, NULL, 0);
	}
	query->version = true;
	if (link->prepares)
		return PQsendQueryPrepared(link->pg, POSTGRES_VERSION_NAME, 1, values + 1, NULL, NULL, 0);
	return PQsendQueryParams(link->pg, POSTGRES_VERSION_STATEMENT, 1, NULL, values + 1, NULL, NULL, 0);
}

static bool send_limit(struct postgres_link *link, struct postgres_query *query)
{
	char limit[24];
	const char *const values[] = {limit};
	snprintf(limit, sizeof limit, "%lld", (long long)link->limit);
	query->limit = true;
	return PQsendQueryParams(link->pg, limit_statement, 1, NULL, values, NULL, NULL, 0);
}

enum postgres_outcome postgres_link_send(struct postgres_link *link, struct slice text, int value_count,
                                         const char *const *values, struct postgres_query *query, struct error *error)
{
	bool first = !link->begun;
	if (link->broken)
		return refuse_more(link, error);
	link->begun = true;
	if (first)
		link->last_unanswered = &link->unanswered;
	/* A pooler gives the server away with the answer to the Sync, and what was sent on before that is lost. */
	if (link->pooled && first && !settle(link, clock_milliseconds() + link->target->waiting.patience))
		return lose(link);
	if ((first && !send_begin(link, query)) ||
	    (!first && link->limits_all && has_limit(link) && !send_limit(link, query)) ||
	    !postgres_statements_send(link->prepares ? &link->statements : NULL, link->pg, text, value_count, values,
	                              &query->prelude))
		return lose(link);
	*link->last_unanswered = query;
	link->last_unanswered = &query->next;
	return POSTGRES_DONE;
}

static enum postgres_outcome read_version(struct postgres_link *link, const struct postgres_query *query,
                                          int64_t deadline, struct error *error)
{
	PGresult *result;
	enum postgres_outcome outcome = expect(link, query, PGRES_TUPLES_OK, deadline, &result, error);
	if (outcome != POSTGRES_DONE)
		return outcome;
	link->version = slice_hash((struct slice){PQgetvalue(result, 0, 0), (size_t)PQgetlength(result, 0, 0)});
	PQclear(result);
	return POSTGRES_DONE;
}

static enum postgres_outcome read_answer(struct postgres_link *link, struct postgres_query *query, int64_t deadline,
                                         struct error *error)
{
	enum postgres_outcome outcome = POSTGRES_DONE;
	if (query->settings)
		outcome = expect(link, query, PGRES_COMMAND_OK, deadline, NULL, error);
	if (outcome == POSTGRES_DONE && (query->settings || query->version))
		outcome = read_version(link, query, deadline, error);
	if (outcome == POSTGRES_DONE && query->limit)
		outcome = expect(link, query, PGRES_TUPLES_OK, deadline, NULL, error);
	if (outcome == POSTGRES_DONE && query->prelude.deallocate)
		outcome = expect(link, query, PGRES_COMMAND_OK, deadline, NULL, error);
	if (outcome == POSTGRES_DONE && query->prelude.prepare) {
		outcome = expect(link, query, PGRES_COMMAND_OK, deadline, NULL, error);
		if (outcome == POSTGRES_DONE)
			postgres_prelude_prepared(&query->prelude);
	}
	return outcome == POSTGRES_DONE ? expect(link, query, PGRES_TUPLES_OK, deadline, &query->rows, error) : outcome;
}

/* After a failure the server skips what was sent behind it, so nothing of that is prepared. */
static void forget_unanswered(struct postgres_link *link)
{
	for (struct postgres_query *query = link->unanswered; query; query = query->next)
		postgres_prelude_forget(&query->prelude);
	link->unanswered = NULL;
	link->last_unanswered = &link->unanswered;
}

/* Reads the answers up to the one to `query`; NULL: all of them, for nobody. */
static enum postgres_outcome take_answers(struct postgres_link *link, const struct postgres_query *query,
                                          int64_t deadline, struct error *error)
{
	enum postgres_outcome outcome = POSTGRES_DONE;
	if (!PQsendFlushRequest(link->pg) || !flush(link, deadline) || !settle(link, deadline))
		outcome = lose(link);
	for (bool found = false; outcome == POSTGRES_DONE && !found && link->unanswered;) {
		struct postgres_query *next = link->unanswered;
		outcome = read_answer(link, next, deadline, error);
		found = next == query;
		if (outcome == POSTGRES_DONE)
			link->unanswered = next->next;
		if (next->dropped || !query) {
			PQclear(next->rows);
			next->rows = NULL;
		}
	}
	if (outcome != POSTGRES_DONE)
		forget_unanswered(link);
	else if (!link->unanswered)
		link->last_unanswered = &link->unanswered;
	return outcome;
}

enum postgres_outcome postgres_link_receive(struct postgres_link *link, const struct postgres_query *query,
                                            struct error *error)
{
	if (link->broken)
		return refuse_more(link, error);
	return take_answers(link, query, deadline_of(link), error);
}

/* What was sent and not waited for: one of these statements may fail, and rows that nobody takes would keep the server
 * in the transaction. */
static void drop_answers(struct postgres_link *link)
{
	struct error ignored;
	if (!link->unanswered || link->broken)
		return;
	if (take_answers(link, NULL, clock_milliseconds() + DROPPING_TIME, &ignored) == POSTGRES_LOST)
		link->spent = PQstatus(link->pg) == CONNECTION_OK;
}

void postgres_link_end(struct postgres_link *link)
{
	link->budget = NULL;
	if (link->begun && !link->lost)
		drop_answers(link);
	if (!link->begun || link->lost)
		return;
	/* After a failure the server skips all up to the Sync. */
	bool done = !link->broken || (link->syncs++, PQpipelineSync(link->pg));
	if (link->pooled && done)
		done = PQsendQueryParams(link->pg, link->broken ? "ROLLBACK" : "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
	if ((link->pooled || !link->broken) && done) {
		link->syncs++;
		done = PQpipelineSync(link->pg);
	}
	link->begun = link->broken = link->refused = link->over_limit = link->limits_all = false;
	link->limit = 0;
	link->version = 0;
	link->lost = !done || !flush(link, clock_milliseconds() + link->target->waiting.patience);
}
