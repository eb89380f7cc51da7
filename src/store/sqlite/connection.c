#include "connection.h"

#include "first_ids.h"
#include "ids.h"
#include "like_function.h"

#include <time.h>

enum { BUSY_TIMEOUT_MS = 5000 };
enum { STEPS_BETWEEN_QUESTIONS = 20000 };

/* The answer to a statement that failed. What breaks a unique index was checked before, so another was faster. */
bool sqlite_refuse(const struct driver_session *connection, int result, struct error *error)
{
	const char *message = sqlite3_errmsg(connection->database);
	int code = sqlite3_extended_errcode(connection->database); /* tells in the log which "disk I/O error" it was */
	switch (result & 0xFF) {
	case SQLITE_CONSTRAINT:
		if (code == SQLITE_CONSTRAINT_UNIQUE)
			return error_validation(error, "This attribute must be unique");
		return error_validation(error, "The entry breaks a rule of the database: %s", message);
	case SQLITE_INTERRUPT:
		if (connection->budget && connection->budget->ended)
			return budget_refuse(connection->budget, NULL, error);
		return error_unavailable(error,
		                         "SQLite: a statement took longer than %lld milliseconds and was given up",
		                         (long long)connection->timeout);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL: /* others kept the log from being locked */
	case SQLITE_CANTOPEN: /* of the log, when the process has no more descriptors */
	case SQLITE_NOMEM:
	case SQLITE_FULL:
	case SQLITE_READONLY:
	case SQLITE_IOERR:
		return error_unavailable(error, "SQLite: %s (code %d)", message, code);
	default:
		return error_internal(error, "SQLite: %s (code %d)", message, code);
	}
}

bool sqlite_execute(struct driver_session *connection, const char *text, struct error *error)
{
	int result = sqlite3_exec(connection->database, text, NULL, NULL, NULL);
	return result == SQLITE_OK || sqlite_refuse(connection, result, error);
}

bool sqlite_step_own(struct driver_session *connection, sqlite3_stmt *statement, struct error *error)
{
	int result = sqlite3_step(statement);
	bool done = result == SQLITE_DONE || result == SQLITE_ROW || sqlite_refuse(connection, result, error);
	sqlite3_reset(statement);
	return done;
}

bool sqlite_read_version(struct driver_session *connection, uint64_t *version, struct error *error)
{
	int result = sqlite3_step(connection->version);
	bool done = result == SQLITE_ROW || sqlite_refuse(connection, result, error);
	if (done)
		*version = (uint64_t)sqlite3_column_int64(connection->version, 0);
	sqlite3_reset(connection->version);
	return done;
}

void sqlite_abandon(struct driver_session *connection)
{
	if (!sqlite3_get_autocommit(connection->database))
		sqlite3_exec(connection->database, "ROLLBACK", NULL, NULL, NULL);
}

void sqlite_start_clock(struct driver_session *connection)
{
	connection->deadline = connection->timeout ? clock_coarse() + connection->timeout : 0;
}

/* SQLite asks every so often whether to go on: a statement that would keep a thread busy for minutes is given up. */
static bool is_late(void *context)
{
	const struct driver_session *connection = context;
	if (connection->changes)
		return false;
	return (connection->budget && !budget_goes_on(connection->budget)) ||
	       (connection->deadline && clock_coarse() > connection->deadline);
}

static int interrupts(void *context)
{
	return is_late(context);
}

static bool prepare(struct driver_session *connection, const char *text, sqlite3_stmt **statement, struct error *error)
{
	if (sqlite3_prepare_v3(connection->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK)
		return true;
	return error_internal(error, "SQLite can't prepare \"%s\": %s", text, sqlite3_errmsg(connection->database));
}

static bool set_up(struct driver_session *connection, const char *text, struct error *error)
{
	if (sqlite3_exec(connection->database, text, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	return error_internal(error, "SQLite can't run \"%s\": %s", text, sqlite3_errmsg(connection->database));
}

bool sqlite_is_read_only(const struct driver_session *connection)
{
	return sqlite3_db_readonly(connection->database, "main") == 1;
}

/* A file that can't be written is opened for reading. */
bool sqlite_connect(struct driver_session *connection, struct sqlite_database *of, struct error *error)
{
	const char *path = of->path;
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	connection->of = of;
	if (sqlite3_open_v2(path, &connection->database, flags, NULL) != SQLITE_OK)
		return error_internal(error, "SQLite can't open %s: %s", path, sqlite3_errmsg(connection->database));
	sqlite3_busy_timeout(connection->database, BUSY_TIMEOUT_MS);
	/* Names in quotes are names: a typing mistake must not turn into a text. */
	sqlite3_db_config(connection->database, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_progress_handler(connection->database, STEPS_BETWEEN_QUESTIONS, interrupts, connection);
	if (sqlite_ids_register(connection->database) != SQLITE_OK ||
	    first_ids_register(connection->database) != SQLITE_OK ||
	    like_register(connection->database, is_late, connection) != SQLITE_OK)
		return error_internal(error, "SQLite can't add a function: %s", sqlite3_errmsg(connection->database));
	return (sqlite_is_read_only(connection) || set_up(connection, "PRAGMA journal_mode = WAL", error)) &&
	       set_up(connection, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -2048",
	              error) &&
	       prepare(connection, "BEGIN", &connection->begin, error) &&
	       prepare(connection, "COMMIT", &connection->commit, error) &&
	       prepare(connection, "PRAGMA data_version", &connection->version, error);
}

/* A group of changes touches many pages, and many of them touch the same ones: they should stay in memory until the
 * commit, and go from the log into the database not too often. */
bool sqlite_connect_writer(struct sqlite_database *database, struct error *error)
{
	struct driver_session *writer = &database->writer;
	return sqlite_connect(writer, database, error) && set_up(writer, "PRAGMA cache_size = -8192", error) &&
	       sqlite3_wal_autocheckpoint(writer->database, SNAPSHOT_MOST_FRAMES) == SQLITE_OK;
}

void sqlite_disconnect(struct driver_session *connection)
{
	sqlite_statements_free(&connection->statements);
	buffer_free(&connection->scratch);
	sqlite3_finalize(connection->begin);
	sqlite3_finalize(connection->commit);
	sqlite3_finalize(connection->version);
	sqlite3_close(connection->database);
}
