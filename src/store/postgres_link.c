#include "postgres_link.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

/* Longest wait in one go, in ms: how late a server found dead is noticed. */
enum { WAIT_SLICE = 250 };

/* What a transaction sees: equal texts mean that the same transactions are visible. A replica does not tell all of it
 * in its snapshot, but every change of it is one of the position that it has replayed. */
#define VERSION_COLUMN "pg_current_snapshot()::text || coalesce(pg_last_wal_replay_lsn()::text, '')"
static const char version_statement[] = "SELECT " VERSION_COLUMN;
static const char version_name[] = "version";
static const char settings_statement[] =
    "SELECT " VERSION_COLUMN ", set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true)";

int64_t postgres_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- waiting ---- */

/* Waits until the socket can be read (or written). False when the deadline has passed or the server was given up. */
static bool wait_for(const struct postgres_link *link, short events, int64_t deadline)
{
	struct pollfd socket = {.fd = PQsocket(link->pg), .events = events};
	for (;;) {
		int64_t left = deadline - postgres_clock();
		int ready = poll(&socket, 1, left <= 0 ? 0 : left < WAIT_SLICE ? (int)left : WAIT_SLICE);
		if (ready > 0)
			return true;
		if (ready < 0 && errno != EINTR)
			return false;
		if (left <= 0 || (link->target->given_up && link->target->given_up(link->target->context)))
			return false;
	}
}

static bool flush(struct postgres_link *link, int64_t deadline)
{
	int unsent;
	while ((unsent = PQflush(link->pg)) > 0) {
		/* The server may be unable to read on before we take what it says. */
		if (!wait_for(link, POLLIN | POLLOUT, deadline) || !PQconsumeInput(link->pg))
			return false;
	}
	return unsent == 0;
}

/* The next result, or NULL at the end of a statement's results. False when the connection is lost. */
static bool receive(struct postgres_link *link, int64_t deadline, PGresult **result)
{
	while (PQisBusy(link->pg)) {
		if (!wait_for(link, POLLIN, deadline)) {
			link->timed_out = postgres_clock() >= deadline;
			return false;
		}
		if (!PQconsumeInput(link->pg))
			return false;
	}
	*result = PQgetResult(link->pg);
	return true;
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

/* ---- opening ---- */

static bool connect_within(PGconn *pg, int64_t deadline)
{
	PostgresPollingStatusType state = PGRES_POLLING_WRITING;
	while (state != PGRES_POLLING_OK) {
		struct pollfd socket = {.fd = PQsocket(pg),
		                        .events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT};
		int64_t left = deadline - postgres_clock();
		if (state == PGRES_POLLING_FAILED || left <= 0)
			return false;
		int ready = poll(&socket, 1, (int)left);
		if (ready < 0 && errno != EINTR)
			return false;
		if (ready > 0)
			state = PQconnectPoll(pg);
	}
	return true;
}

static void ignore_notice(void *context, const char *message)
{
	(void)context;
	log_message(LOG_DEBUG, "PostgreSQL: %s", message);
}

/* One result outside of transactions; NULL when none came. */
static PGresult *ask(struct postgres_link *link, int64_t deadline)
{
	PGresult *result, *end;
	if (!flush(link, deadline) || !receive(link, deadline, &result))
		return NULL;
	if (result && receive(link, deadline, &end))
		PQclear(end);
	return result;
}

/* A pooler may take the start-up options and ignore them. */
static bool options_hold(struct postgres_link *link, int64_t deadline)
{
	if (!PQsendQuery(link->pg, "SELECT current_setting('default_transaction_isolation')"))
		return false;
	PGresult *result = ask(link, deadline);
	bool hold = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1 &&
	            strcmp(PQgetvalue(result, 0, 0), "repeatable read") == 0;
	PQclear(result);
	return hold;
}

static bool prepare_version(struct postgres_link *link, int64_t deadline)
{
	if (!PQsendPrepare(link->pg, version_name, version_statement, 0, NULL))
		return false;
	PGresult *result = ask(link, deadline);
	bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
	PQclear(result);
	return done;
}

static bool set_up(struct postgres_link *link, int64_t deadline, bool *refuses_options)
{
	PQsetNoticeProcessor(link->pg, ignore_notice, NULL);
	if (PQsetnonblocking(link->pg, 1) != 0)
		return false;
	if (!link->pooled && !options_hold(link, deadline)) {
		*refuses_options = PQstatus(link->pg) == CONNECTION_OK;
		return false;
	}
	if (link->prepares && !prepare_version(link, deadline))
		return false;
	return PQenterPipelineMode(link->pg) == 1;
}

struct postgres_link *postgres_link_open(const struct postgres_target *target, bool pooled, bool prepares,
                                         int64_t timeout, bool *refuses_options, struct buffer *reason)
{
	const struct conninfo *conninfo = pooled ? &target->pooled : &target->direct;
	int64_t deadline = postgres_clock() + timeout;
	struct postgres_link *link = calloc(1, sizeof *link);
	if (!link)
		abort();
	link->target = target;
	link->pooled = pooled;
	link->prepares = prepares && !pooled;
	link->pg = PQconnectStartParams(conninfo->keywords, conninfo->values, 1);
	if (!link->pg)
		abort();
	*refuses_options = false;
	bool connected = PQstatus(link->pg) != CONNECTION_BAD && connect_within(link->pg, deadline);
	if (connected && set_up(link, deadline, refuses_options))
		return link;
	const char *message = PQerrorMessage(link->pg);
	if (!connected && !pooled && strstr(message, "unsupported startup parameter"))
		*refuses_options = true;
	struct slice text = slice_trim(slice_of(message));
	buffer_slice(reason, text.len ? text : SLICE("no answer in time"));
	postgres_link_close(link);
	return NULL;
}

void postgres_link_close(struct postgres_link *link)
{
	if (!link)
		return;
	PQfinish(link->pg);
	for (size_t i = 0; link->statements && i < POSTGRES_STATEMENTS; i++)
		free(link->statements[i].text);
	free(link->statements);
	free(link);
}

/* ---- failures ---- */

static bool is_one_of(const char *state, const char *const *states, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(state, states[i], strlen(states[i])) == 0)
			return true;
	return false;
}

/* What an SQLSTATE (or the class that it begins with) means for us. */
static enum postgres_outcome classify(struct postgres_link *link, const struct postgres_query *query,
                                      const PGresult *result, struct error *error)
{
	static const char *const lost[] = {"08", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "53", "58"};
	static const char *const again[] = {"40", "55P03"};
	static const char *const unprepared[] = {"26000", "42P05"};
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	link->broken = true;
	state = state ? state : "08000";
	message = message ? message : PQresultErrorMessage(result);
	if (is_one_of(state, lost, COUNT_OF(lost))) {
		link->lost = true;
		return POSTGRES_LOST;
	}
	if (is_one_of(state, again, COUNT_OF(again)))
		return POSTGRES_AGAIN;
	if (link->prepares && is_one_of(state, unprepared, COUNT_OF(unprepared)))
		return POSTGRES_UNPREPARED;
	/* A table was changed since: what is prepared for it can't be used any more. */
	if (query->reused && strcmp(state, "0A000") == 0) {
		link->lost = true;
		return POSTGRES_AGAIN;
	}
	if (strcmp(state, "57014") == 0)
		error_unavailable(error, "PostgreSQL: %s", message);
	else if (strncmp(state, "22", 2) == 0)
		error_validation(error, "Invalid value: %s", message);
	else
		error_internal(error, "PostgreSQL: %s (%s)", message, state);
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
	const char *const values[] = {link->target->search_path, link->target->statement_timeout};
	if (link->pooled) {
		query->settings = true;
		return PQsendQueryParams(link->pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", 0, NULL, NULL,
		                         NULL, NULL, 0) &&
		       PQsendQueryParams(link->pg, settings_statement, 2, NULL, values, NULL, NULL, 0);
	}
	query->version = true;
	if (link->prepares)
		return PQsendQueryPrepared(link->pg, version_name, 0, NULL, NULL, NULL, 0);
	return PQsendQueryParams(link->pg, version_statement, 0, NULL, NULL, NULL, NULL, 0);
}

static struct postgres_statement *find_slot(struct postgres_link *link, uint64_t hash)
{
	if (!link->statements) {
		link->statements = calloc(POSTGRES_STATEMENTS, sizeof *link->statements);
		if (!link->statements)
			abort();
	}
	return &link->statements[hash % POSTGRES_STATEMENTS];
}

static void name_statement(const struct postgres_statement *statement, char name[32])
{
	snprintf(name, 32, "s%llu", (unsigned long long)statement->number);
}

/* Puts the text in the slot and sends what prepares it, and what forgets the slot's statement before it. */
static bool send_prepare(struct postgres_link *link, struct postgres_statement *slot, struct slice text, uint64_t hash,
                         struct postgres_query *query)
{
	char name[32], deallocate[64];
	if (slot->number) {
		name_statement(slot, name);
		snprintf(deallocate, sizeof deallocate, "DEALLOCATE %s", name);
		if (!PQsendQueryParams(link->pg, deallocate, 0, NULL, NULL, NULL, NULL, 0))
			return false;
		query->deallocate = true;
	}
	free(slot->text);
	slot->text = malloc(text.len + 1);
	if (!slot->text)
		abort();
	memcpy(slot->text, text.ptr, text.len);
	slot->text[text.len] = '\0';
	slot->length = text.len;
	slot->hash = hash;
	slot->number = ++link->last_number;
	query->prepare = slot;
	name_statement(slot, name);
	return PQsendPrepare(link->pg, name, slot->text, 0, NULL);
}

static bool send_statement(struct postgres_link *link, struct slice text, int value_count, const char *const *values,
                           struct postgres_query *query)
{
	if (!link->prepares) {
		struct buffer copy = {0};
		buffer_slice(&copy, text);
		bool done =
		    PQsendQueryParams(link->pg, buffer_terminate(&copy), value_count, NULL, values, NULL, NULL, 0);
		buffer_free(&copy);
		return done;
	}
	uint64_t hash = slice_hash(text);
	struct postgres_statement *slot = find_slot(link, hash);
	bool known = slot->number && slot->hash == hash && slice_equals((struct slice){slot->text, slot->length}, text);
	query->reused = known;
	if (!known && !send_prepare(link, slot, text, hash, query))
		return false;
	char name[32];
	name_statement(slot, name);
	return PQsendQueryPrepared(link->pg, name, value_count, values, NULL, NULL, 0);
}

enum postgres_outcome postgres_link_send(struct postgres_link *link, struct slice text, int value_count,
                                         const char *const *values, struct postgres_query *query, struct error *error)
{
	bool first = !link->begun;
	if (link->broken) {
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
		return POSTGRES_REFUSED;
	}
	link->begun = true;
	if (first)
		link->last_unanswered = &link->unanswered;
	/* A pooler gives the server away with the answer to the Sync, and what was sent on before that is lost. */
	if (link->pooled && first && !settle(link, postgres_clock() + link->target->patience))
		return lose(link);
	if ((first && !send_begin(link, query)) || !send_statement(link, text, value_count, values, query))
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
	if (outcome == POSTGRES_DONE && query->deallocate)
		outcome = expect(link, query, PGRES_COMMAND_OK, deadline, NULL, error);
	if (outcome == POSTGRES_DONE && query->prepare)
		outcome = expect(link, query, PGRES_COMMAND_OK, deadline, NULL, error);
	return outcome == POSTGRES_DONE ? expect(link, query, PGRES_TUPLES_OK, deadline, &query->rows, error) : outcome;
}

/* After a failure the server skips what was sent behind it, so nothing of that is prepared. */
static void forget_unanswered(struct postgres_link *link)
{
	for (struct postgres_query *query = link->unanswered; query; query = query->next)
		if (query->prepare)
			query->prepare->number = 0;
	link->unanswered = NULL;
	link->last_unanswered = &link->unanswered;
}

enum postgres_outcome postgres_link_receive(struct postgres_link *link, const struct postgres_query *query,
                                            struct error *error)
{
	int64_t deadline = postgres_clock() + link->target->patience;
	if (link->broken) {
		error_unavailable(error, "PostgreSQL: the transaction has failed before");
		return POSTGRES_REFUSED;
	}
	enum postgres_outcome outcome = POSTGRES_DONE;
	if (!PQsendFlushRequest(link->pg) || !flush(link, deadline) || !settle(link, deadline))
		outcome = lose(link);
	for (bool found = false; outcome == POSTGRES_DONE && !found;) {
		struct postgres_query *next = link->unanswered;
		outcome = read_answer(link, next, deadline, error);
		found = next == query;
		if (outcome == POSTGRES_DONE)
			link->unanswered = next->next;
		if (next->dropped) {
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

void postgres_link_end(struct postgres_link *link)
{
	if (!link->begun || link->lost)
		return;
	/* Of what nobody waited for, nobody knows whether it was prepared. */
	forget_unanswered(link);
	/* After a failure the server skips all up to the Sync. */
	bool done = !link->broken || (link->syncs++, PQpipelineSync(link->pg));
	if (link->pooled && done)
		done = PQsendQueryParams(link->pg, link->broken ? "ROLLBACK" : "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
	if ((link->pooled || !link->broken) && done) {
		link->syncs++;
		done = PQpipelineSync(link->pg);
	}
	link->begun = link->broken = false;
	link->version = 0;
	link->lost = !done || !flush(link, postgres_clock() + link->target->patience);
}
