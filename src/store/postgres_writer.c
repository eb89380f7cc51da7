#include "postgres_writer.h"

#include "postgres_conninfo.h"

#include <pthread.h>
#include <stdlib.h>

/* The key of the advisory lock: "lectern" in ASCII. */
#define LOCK_KEY "30506433041920622"

struct postgres_writer {
	struct arena *arena;
	struct conninfo conninfo;
	const char *search_path, *statement_timeout;
	PGconn *pg;
	pthread_mutex_t writing; /* held while a transaction is open */
};

bool postgres_writer_create(const struct config *config, struct postgres_writer **created, struct error *error)
{
	struct arena *arena = arena_create();
	struct postgres_writer *writer = arena_alloc(arena, sizeof *writer);
	writer->arena = arena;
	writer->search_path = conninfo_search_path(arena, config->postgres_schema);
	writer->statement_timeout = arena_format(arena, "%u", config->statement_timeout);
	if (!conninfo_read(arena, config->postgres_url, NULL, &writer->conninfo, error)) {
		arena_destroy(arena);
		return false;
	}
	conninfo_set(&writer->conninfo, "connect_timeout", "5");
	pthread_mutex_init(&writer->writing, NULL);
	*created = writer;
	return true;
}

void postgres_writer_destroy(struct postgres_writer *writer)
{
	if (!writer)
		return;
	PQfinish(writer->pg);
	pthread_mutex_destroy(&writer->writing);
	arena_destroy(writer->arena);
}

static void disconnect(struct postgres_writer *writer)
{
	PQfinish(writer->pg);
	writer->pg = NULL;
}

/* The answer to a statement that failed. What breaks a unique index was checked before, so Strapi beside us was
 * faster. */
static bool refuse(struct postgres_writer *writer, PGresult *result, struct error *error)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	bool done = false;
	if (!state || PQstatus(writer->pg) != CONNECTION_OK || strncmp(state, "08", 2) == 0 ||
	    strncmp(state, "53", 2) == 0 || strncmp(state, "57", 2) == 0 || strncmp(state, "25", 2) == 0)
		error_unavailable(error, "PostgreSQL: %s", message ? message : PQerrorMessage(writer->pg));
	else if (strcmp(state, "23505") == 0)
		error_validation(error, "This attribute must be unique");
	else if (strncmp(state, "23", 2) == 0 || strncmp(state, "22", 2) == 0)
		error_validation(error, "The entry breaks a rule of the database: %s", message ? message : state);
	else
		done = error_internal(error, "PostgreSQL: %s", message ? message : state);
	PQclear(result);
	return done;
}

bool postgres_writer_run(struct postgres_writer *writer, const char *text, int value_count, const char *const *values,
                         PGresult **result, struct error *error)
{
	*result = PQexecParams(writer->pg, text, value_count, NULL, values, NULL, NULL, 0);
	ExecStatusType status = PQresultStatus(*result);
	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return true;
	return refuse(writer, *result, error);
}

static bool run_simple(struct postgres_writer *writer, const char *text, struct error *error)
{
	PGresult *result = PQexec(writer->pg, text);
	if (PQresultStatus(result) != PGRES_COMMAND_OK)
		return refuse(writer, result, error);
	PQclear(result);
	return true;
}

static bool connect(struct postgres_writer *writer, struct error *error)
{
	if (writer->pg && PQstatus(writer->pg) == CONNECTION_OK)
		return true;
	disconnect(writer);
	writer->pg = PQconnectdbParams(writer->conninfo.keywords, writer->conninfo.values, 0);
	if (PQstatus(writer->pg) == CONNECTION_OK)
		return true;
	error_unavailable(error, "PostgreSQL %s: %s", writer->conninfo.label, PQerrorMessage(writer->pg));
	disconnect(writer);
	return false;
}

/* Settings of the transaction only: a pooler may give each one another server. */
static bool begin(struct postgres_writer *writer, struct error *error)
{
	static const char settings[] =
	    "SELECT set_config('search_path', $1, true), set_config('statement_timeout', $2, true), "
	    "set_config('DateStyle', 'ISO', true), set_config('TimeZone', 'UTC', true), pg_advisory_xact_lock(" LOCK_KEY ")";
	const char *const values[] = {writer->search_path, writer->statement_timeout};
	PGresult *result;
	if (!run_simple(writer, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", error) ||
	    !postgres_writer_run(writer, settings, 2, values, &result, error))
		return false;
	PQclear(result);
	return true;
}

bool postgres_writer_begin(struct postgres_writer *writer, struct error *error)
{
	pthread_mutex_lock(&writer->writing);
	/* A connection that was lost while it was idle shows it now, before anything was done: a new one is as good. */
	if (connect(writer, error) && begin(writer, error))
		return true;
	if (writer->pg && PQstatus(writer->pg) != CONNECTION_OK && connect(writer, error) && begin(writer, error))
		return true;
	postgres_writer_roll_back(writer);
	return false;
}

void postgres_writer_roll_back(struct postgres_writer *writer)
{
	struct error ignored;
	if (writer->pg && PQtransactionStatus(writer->pg) != PQTRANS_IDLE && !run_simple(writer, "ROLLBACK", &ignored))
		disconnect(writer);
	pthread_mutex_unlock(&writer->writing);
}

/* To COMMIT in a transaction that has failed PostgreSQL answers ROLLBACK, as a success. */
static bool commit(struct postgres_writer *writer, struct error *error)
{
	PGresult *result = PQexec(writer->pg, "COMMIT");
	if (PQresultStatus(result) != PGRES_COMMAND_OK)
		return refuse(writer, result, error);
	bool done = strcmp(PQcmdStatus(result), "COMMIT") == 0;
	PQclear(result);
	return done || error_internal(error, "PostgreSQL rolled back what was to be committed");
}

bool postgres_writer_commit(struct postgres_writer *writer, struct error *error)
{
	if (commit(writer, error)) {
		pthread_mutex_unlock(&writer->writing);
		return true;
	}
	postgres_writer_roll_back(writer);
	return false;
}

bool postgres_writer_savepoint(struct postgres_writer *writer, enum savepoint what, struct error *error)
{
	static const char *const texts[] = {
	    [SAVEPOINT_BEGIN] = "SAVEPOINT job",
	    [SAVEPOINT_KEEP] = "RELEASE SAVEPOINT job",
	    [SAVEPOINT_UNDO] = "ROLLBACK TO SAVEPOINT job; RELEASE SAVEPOINT job",
	};
	return run_simple(writer, texts[what], error);
}
