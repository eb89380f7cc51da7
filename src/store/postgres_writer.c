#include "postgres_writer.h"

#include "postgres_conninfo.h"

#include <pthread.h>
#include <stdlib.h>

/* The key of the advisory lock: "lectern" in ASCII. */
#define LOCK_KEY "30506433041920622"

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
	struct postgres_waiting waiting;
	struct postgres_pool *pool;
	PGconn *pg;
	bool prepares;
	struct postgres_statements statements;
	struct unanswered unanswered[MOST_UNANSWERED]; /* a ring */
	size_t first, count;
	bool begun;              /* a transaction has begun */
	bool failed;             /* the server skips everything up to the next Sync */
	bool lost;               /* the connection is of no more use */
	pthread_mutex_t writing; /* held while a transaction is open */
};

bool postgres_writer_create(const struct config *config, struct postgres_pool *pool, struct postgres_writer **created,
                            struct error *error)
{
	struct arena *arena = arena_create();
	struct postgres_writer *writer = arena_alloc(arena, sizeof *writer);
	writer->arena = arena;
	writer->pool = pool;
	writer->search_path = conninfo_search_path(arena, config->postgres_schema);
	writer->statement_timeout = arena_format(arena, "%u", config->statement_timeout);
	writer->waiting.patience = (int64_t)config->statement_timeout + POSTGRES_GRACE;
	if (!conninfo_read(arena, config->postgres_url, NULL, &writer->conninfo, error)) {
		arena_destroy(arena);
		return false;
	}
	pthread_mutex_init(&writer->writing, NULL);
	*created = writer;
	return true;
}

static void disconnect(struct postgres_writer *writer)
{
	PQfinish(writer->pg);
	writer->pg = NULL;
	postgres_statements_free(&writer->statements);
	writer->count = 0;
	writer->begun = writer->failed = writer->lost = false;
}

void postgres_writer_destroy(struct postgres_writer *writer)
{
	if (!writer)
		return;
	disconnect(writer);
	pthread_mutex_destroy(&writer->writing);
	arena_destroy(writer->arena);
}

/* ---- answers ---- */

static int64_t deadline_of(const struct postgres_writer *writer)
{
	return postgres_clock() + writer->waiting.patience;
}

static bool lose(struct postgres_writer *writer, struct error *error)
{
	writer->lost = writer->failed = true;
	return error_unavailable(error, "PostgreSQL: the connection was lost during a change");
}

static bool begins_with(const char *state, const char *class)
{
	return strncmp(state, class, strlen(class)) == 0;
}

/* The answer to a statement that failed. What breaks a unique index was checked before, so Strapi beside us was
 * faster. */
static bool refuse(struct postgres_writer *writer, const struct postgres_prelude *prelude, const PGresult *result,
                   struct error *error)
{
	static const char *const lost[] = {"08", "57P", "25P03", "53", "58"};
	static const char *const unavailable[] = {"25", "40", "55P03", "57"};
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	writer->failed = true;
	if (!state || PQstatus(writer->pg) != CONNECTION_OK)
		return lose(writer, error);
	message = message ? message : state;
	for (size_t i = 0; i < COUNT_OF(lost); i++)
		if (begins_with(state, lost[i]))
			return lose(writer, error);
	for (size_t i = 0; i < COUNT_OF(unavailable); i++)
		if (begins_with(state, unavailable[i]))
			return error_unavailable(error, "PostgreSQL: %s", message);
	/* What is prepared is not there, since a pooler is between, or of no more use, since a table was changed. */
	if (writer->prepares && (begins_with(state, "26000") || begins_with(state, "42P05"))) {
		postgres_pool_unprepare_primary(writer->pool);
		return lose(writer, error);
	}
	if (prelude->reused && begins_with(state, "0A000"))
		return lose(writer, error);
	if (begins_with(state, "23505"))
		return error_validation(error, "This attribute must be unique");
	if (begins_with(state, "23") || begins_with(state, "22"))
		return error_validation(error, "The entry breaks a rule of the database: %s", message);
	return error_internal(error, "PostgreSQL: %s", message);
}

/* Takes the result of one thing that was sent. It is cleared unless `rows` takes it. */
static bool take_result(struct postgres_writer *writer, const struct postgres_prelude *prelude, int64_t deadline,
                        PGresult **rows, struct error *error)
{
	PGresult *result, *end = NULL;
	if (!postgres_wire_receive(writer->pg, &writer->waiting, deadline, &result) || !result)
		return lose(writer, error);
	ExecStatusType status = PQresultStatus(result);
	bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
	if (!done)
		refuse(writer, prelude, result, error);
	else if (!postgres_wire_receive(writer->pg, &writer->waiting, deadline, &end) || end)
		done = lose(writer, error);
	PQclear(end);
	if (done && rows)
		*rows = result;
	else
		PQclear(result);
	return done;
}

/* After a failure the server skips what was sent behind it. */
static void forget_unanswered(struct postgres_writer *writer)
{
	for (; writer->count; writer->count--) {
		postgres_prelude_forget(&writer->unanswered[writer->first].prelude);
		writer->first = (writer->first + 1) % MOST_UNANSWERED;
	}
}

static bool take_answer(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	const struct unanswered *next = &writer->unanswered[writer->first];
	const struct postgres_prelude *prelude = &next->prelude;
	bool done = (!prelude->deallocate || take_result(writer, prelude, deadline, NULL, error)) &&
	            (!prelude->prepare || take_result(writer, prelude, deadline, NULL, error)) &&
	            take_result(writer, prelude, deadline, next->query ? &next->query->rows : NULL, error);
	if (!done) {
		forget_unanswered(writer);
		return false;
	}
	writer->first = (writer->first + 1) % MOST_UNANSWERED;
	writer->count--;
	return true;
}

static bool ask_for_answers(struct postgres_writer *writer, int64_t deadline, struct error *error)
{
	if (PQsendFlushRequest(writer->pg) && postgres_wire_flush(writer->pg, &writer->waiting, deadline))
		return true;
	forget_unanswered(writer);
	return lose(writer, error);
}

static bool failed_before(const struct postgres_writer *writer, struct error *error)
{
	return writer->failed && !error_unavailable(error, "PostgreSQL: the transaction has failed before");
}

/* Waits for all answers. */
static bool settle(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = deadline_of(writer);
	if (failed_before(writer, error))
		return false;
	if (!writer->count)
		return true;
	if (!ask_for_answers(writer, deadline, error))
		return false;
	while (writer->count)
		if (!take_answer(writer, deadline, error))
			return false;
	return true;
}

/* Reads up to the answer to a Sync, behind which the server goes on after a failure. */
static bool read_sync(struct postgres_writer *writer, int64_t deadline, struct error *error)
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
	return lose(writer, error);
}

static bool synchronize(struct postgres_writer *writer, struct error *error)
{
	int64_t deadline = deadline_of(writer);
	forget_unanswered(writer);
	if (writer->lost || !PQpipelineSync(writer->pg) || !postgres_wire_flush(writer->pg, &writer->waiting, deadline))
		return lose(writer, error);
	return read_sync(writer, deadline, error);
}

/* ---- statements ---- */

static bool send(struct postgres_writer *writer, struct postgres_statements *statements, struct slice text,
                 int value_count, const char *const *values, struct postgres_query *query, struct error *error)
{
	if (failed_before(writer, error) || (writer->count == MOST_UNANSWERED && !settle(writer, error)))
		return false;
	struct unanswered *sent = &writer->unanswered[(writer->first + writer->count) % MOST_UNANSWERED];
	sent->query = query;
	if (!postgres_statements_send(statements, writer->pg, text, value_count, values, &sent->prelude)) {
		forget_unanswered(writer);
		return lose(writer, error);
	}
	writer->count++;
	return true;
}

bool postgres_writer_send(struct postgres_writer *writer, struct slice text, int value_count, const char *const *values,
                          struct postgres_query *query, struct error *error)
{
	return send(writer, writer->prepares ? &writer->statements : NULL, text, value_count, values, query, error);
}

static bool take_answers_up_to(struct postgres_writer *writer, const struct postgres_query *query, int64_t deadline,
                               struct error *error)
{
	while (!query->rows)
		if (!take_answer(writer, deadline, error))
			return false;
	return true;
}

bool postgres_writer_receive(struct postgres_writer *writer, const struct postgres_query *query, struct error *error)
{
	int64_t deadline = deadline_of(writer);
	if (query->rows)
		return true;
	return !failed_before(writer, error) && ask_for_answers(writer, deadline, error) &&
	       take_answers_up_to(writer, query, deadline, error);
}

void postgres_writer_drop(struct postgres_writer *writer, const struct postgres_query *query)
{
	for (size_t i = 0; i < writer->count; i++) {
		struct unanswered *sent = &writer->unanswered[(writer->first + i) % MOST_UNANSWERED];
		if (sent->query == query)
			sent->query = NULL;
	}
}

/* What controls the transaction is not worth preparing. */
static bool send_control(struct postgres_writer *writer, const char *text, struct error *error)
{
	return send(writer, NULL, slice_of(text), 0, NULL, NULL, error);
}

/* ---- transactions ---- */

static void ignore_notice(void *context, const char *message)
{
	(void)context;
	log_message(LOG_DEBUG, "PostgreSQL: %s", message);
}

static bool connect(struct postgres_writer *writer, struct error *error)
{
	if (writer->pg && PQstatus(writer->pg) == CONNECTION_OK)
		return true;
	disconnect(writer);
	writer->prepares = postgres_pool_prepares(writer->pool);
	writer->pg = PQconnectStartParams(writer->conninfo.keywords, writer->conninfo.values, 0);
	if (!writer->pg)
		abort();
	if (PQstatus(writer->pg) != CONNECTION_BAD &&
	    postgres_wire_connect(writer->pg, postgres_clock() + POSTGRES_CONNECT_TIMEOUT) &&
	    PQsetnonblocking(writer->pg, 1) == 0 && PQenterPipelineMode(writer->pg) == 1) {
		PQsetNoticeProcessor(writer->pg, ignore_notice, NULL);
		return true;
	}
	error_unavailable(error, "PostgreSQL %s: %s", writer->conninfo.label, PQerrorMessage(writer->pg));
	disconnect(writer);
	return false;
}

/* Settings of the transaction only: a pooler may give each one another server. The limit of time holds for the lock,
 * too. */
static bool begin(struct postgres_writer *writer, struct error *error)
{
	static const char settings[] =
	    "SELECT set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
	    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true)";
	const char *const values[] = {writer->search_path, writer->statement_timeout};
	writer->begun = true;
	return send_control(writer, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", error) &&
	       postgres_writer_send(writer, slice_of(settings), 2, values, NULL, error) &&
	       postgres_writer_send(writer, SLICE("SELECT pg_advisory_xact_lock(" LOCK_KEY ")"), 0, NULL, NULL,
	                            error) &&
	       settle(writer, error);
}

bool postgres_writer_begin(struct postgres_writer *writer, struct error *error)
{
	pthread_mutex_lock(&writer->writing);
	/* A connection that was lost while it was idle shows it now, before anything was done: a new one is as good. */
	if (connect(writer, error) && begin(writer, error))
		return true;
	if (writer->lost) {
		disconnect(writer);
		if (connect(writer, error) && begin(writer, error))
			return true;
	}
	postgres_writer_roll_back(writer);
	return false;
}

void postgres_writer_roll_back(struct postgres_writer *writer)
{
	struct error ignored;
	if (writer->begun && (!synchronize(writer, &ignored) || !send_control(writer, "ROLLBACK", &ignored) ||
	                      !synchronize(writer, &ignored)))
		disconnect(writer);
	writer->begun = false;
	pthread_mutex_unlock(&writer->writing);
}

/* To COMMIT in a transaction that has failed PostgreSQL answers ROLLBACK, as a success. */
static bool commit(struct postgres_writer *writer, struct error *error)
{
	struct postgres_query query = {.rows = NULL};
	struct error ignored;
	int64_t deadline = deadline_of(writer);
	if (!send(writer, NULL, SLICE("COMMIT"), 0, NULL, &query, error))
		return false;
	/* The Sync asks for the answers. A request for them behind it would come when a pooler has given the server to
	 * others: it would take one again, for a request that has no answer, and keep it. */
	if (!PQpipelineSync(writer->pg) || !postgres_wire_flush(writer->pg, &writer->waiting, deadline)) {
		forget_unanswered(writer);
		return lose(writer, error);
	}
	bool answered = take_answers_up_to(writer, &query, deadline, error);
	/* When it is written, it is, whatever becomes of the connection. */
	if (!writer->lost)
		read_sync(writer, deadline_of(writer), &ignored);
	if (!answered)
		return false;
	bool done = strcmp(PQcmdStatus(query.rows), "COMMIT") == 0;
	PQclear(query.rows);
	return done || error_internal(error, "PostgreSQL rolled back what was to be committed");
}

bool postgres_writer_commit(struct postgres_writer *writer, struct error *error)
{
	if (!commit(writer, error)) {
		postgres_writer_roll_back(writer);
		return false;
	}
	if (writer->lost)
		disconnect(writer);
	writer->begun = false;
	pthread_mutex_unlock(&writer->writing);
	return true;
}

static bool undo(struct postgres_writer *writer, struct error *error)
{
	struct error ignored;
	if (!settle(writer, &ignored) && !synchronize(writer, error))
		return false;
	return send_control(writer, "ROLLBACK TO SAVEPOINT job", error) &&
	       send_control(writer, "RELEASE SAVEPOINT job", error);
}

bool postgres_writer_savepoint(struct postgres_writer *writer, enum savepoint what, struct error *error)
{
	switch (what) {
	case SAVEPOINT_BEGIN:
		return send_control(writer, "SAVEPOINT job", error);
	case SAVEPOINT_KEEP:
		return settle(writer, error) && send_control(writer, "RELEASE SAVEPOINT job", error);
	case SAVEPOINT_UNDO:
		break;
	}
	return undo(writer, error);
}
