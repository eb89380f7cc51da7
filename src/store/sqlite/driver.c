/* The SQLite driver: WAL, a connection a thread, statements prepared once. */
#include "store/sql.h"
#include "cells.h"
#include "file.h"
#include "ids.h"
#include "statements.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_TIMEOUT_MS = 5000 };
enum { STEPS_BETWEEN_QUESTIONS = 200000 };

struct connection {
	sqlite3 *database;
	sqlite3_stmt *begin, *commit, *version;
	struct database *of;
	struct sqlite_statements statements;
	struct buffer scratch;     /* for cells */
	int64_t timeout, deadline; /* of a statement, in milliseconds; the deadline on the monotonic clock. 0: none */
};

/* One connection a thread for reading and one for writing: a connection does not see its own commits in data_version,
 * so those that read must not write. */
struct database {
	const char *path; /* of the configuration, which lives longer */
	struct connection *connections;
	size_t count;
	struct connection writer; /* its database is NULL when it could not be opened anew */
	uint64_t writer_losses;   /* times that it was opened anew or did not commit */
	pthread_mutex_t writing;  /* held while a transaction writes */
};

struct driver_rows {
	struct connection *connection;
	struct sqlite_statement statement;
	const struct attribute *const *columns;
};

/* ---- dialect ---- */

static void write_placeholder(struct sql *sql, size_t number, const struct bind *bind)
{
	(void)bind;
	buffer_byte(&sql->text, '?');
	buffer_int(&sql->text, (int64_t)number);
}

static void write_ids_table(struct sql *sql, size_t number, const char *alias)
{
	buffer_format(&sql->text, "lectern_ids(?%zu) AS %s", number, alias);
}

static void write_in_ids(struct sql *sql, const char *alias, const char *column, size_t number)
{
	sql_column(sql, alias, column);
	buffer_format(&sql->text, " IN (SELECT value FROM lectern_ids(?%zu))", number);
}

static void write_as_text(struct sql *sql, const char *alias, const struct attribute *attribute)
{
	sql_column(sql, alias, attribute->column);
}

/* ---- opening ---- */

static int64_t milliseconds_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* SQLite asks every so often whether to go on: a statement that would keep a thread busy for minutes is given up. */
static int is_too_late(void *context)
{
	const struct connection *connection = context;
	return connection->deadline && milliseconds_now() > connection->deadline;
}

static bool step_once(struct connection *connection, sqlite3_stmt *statement, struct error *error)
{
	int result = sqlite3_step(statement);
	sqlite3_reset(statement);
	if (result == SQLITE_DONE || result == SQLITE_ROW)
		return true;
	return error_unavailable(error, "SQLite: %s", sqlite3_errmsg(connection->database));
}

static bool prepare(struct connection *connection, const char *text, sqlite3_stmt **statement, struct error *error)
{
	if (sqlite3_prepare_v3(connection->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK)
		return true;
	return error_internal(error, "SQLite can't prepare \"%s\": %s", text, sqlite3_errmsg(connection->database));
}

static bool execute(struct connection *connection, const char *text, struct error *error)
{
	if (sqlite3_exec(connection->database, text, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	return error_internal(error, "SQLite can't run \"%s\": %s", text, sqlite3_errmsg(connection->database));
}

static bool is_read_only(const struct connection *connection)
{
	return sqlite3_db_readonly(connection->database, "main") == 1;
}

/* A file that can't be written is opened for reading. */
static bool connect(struct connection *connection, const char *path, struct error *error)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	if (sqlite3_open_v2(path, &connection->database, flags, NULL) != SQLITE_OK)
		return error_internal(error, "SQLite can't open %s: %s", path, sqlite3_errmsg(connection->database));
	sqlite3_busy_timeout(connection->database, BUSY_TIMEOUT_MS);
	/* Names in quotes are names: a typing mistake must not turn into a text. */
	sqlite3_db_config(connection->database, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_progress_handler(connection->database, STEPS_BETWEEN_QUESTIONS, is_too_late, connection);
	if (sqlite_ids_register(connection->database) != SQLITE_OK)
		return error_internal(error, "SQLite can't add a function: %s", sqlite3_errmsg(connection->database));
	return (is_read_only(connection) || execute(connection, "PRAGMA journal_mode = WAL", error)) &&
	       execute(connection, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -2048",
	               error) &&
	       prepare(connection, "BEGIN", &connection->begin, error) &&
	       prepare(connection, "COMMIT", &connection->commit, error) &&
	       prepare(connection, "PRAGMA data_version", &connection->version, error);
}

/* A group of changes touches many pages, and many of them touch the same ones: they should stay in memory until the
 * commit, and go from the log into the database not too often. */
static bool connect_writer(struct database *database, struct error *error)
{
	struct connection *writer = &database->writer;
	return connect(writer, database->path, error) &&
	       execute(writer, "PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 4000", error);
}

static void disconnect(struct connection *connection)
{
	sqlite_statements_free(&connection->statements);
	buffer_free(&connection->scratch);
	sqlite3_finalize(connection->begin);
	sqlite3_finalize(connection->commit);
	sqlite3_finalize(connection->version);
	sqlite3_close(connection->database);
}

static void sqlite_close(void *opened)
{
	struct database *database = opened;
	for (size_t i = 0; i < database->count; i++)
		disconnect(&database->connections[i]);
	disconnect(&database->writer);
	pthread_mutex_destroy(&database->writing);
	free(database->connections);
	free(database);
}

static bool sqlite_open(const struct config *config, const struct registry *registry, size_t threads, void **opened,
                        struct error *error)
{
	(void)registry;
	if (access(config->sqlite_path, R_OK) != 0)
		return error_set(error, 500, "ConfigurationError",
		                 "The database %s cannot be opened. Expected an SQLite database that can be read",
		                 config->sqlite_path);
	/* Statistics of memory would cost every allocation a lock. Refused, and no harm, once SQLite is in use. */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	struct database *database = calloc(1, sizeof *database);
	if (!database || !(database->connections = calloc(threads, sizeof *database->connections)))
		abort();
	database->path = config->sqlite_path;
	database->count = threads;
	pthread_mutex_init(&database->writing, NULL);
	database->writer.of = database;
	sqlite_match_modes(database->path);
	bool connected = connect_writer(database, error);
	for (size_t i = 0; connected && i < threads; i++) {
		database->connections[i].timeout = config->statement_timeout;
		connected = connect(&database->connections[i], config->sqlite_path, error);
	}
	if (!connected) {
		sqlite_close(database);
		return false;
	}
	if (is_read_only(&database->writer))
		log_message(LOG_WARNING, "The database %s can't be written: until it can be, it is only read",
		            config->sqlite_path);
	*opened = database;
	return true;
}

/* ---- sessions ---- */

static bool sqlite_begin(void *opened, size_t thread, struct connection **connection, struct error *error)
{
	struct database *database = opened;
	*connection = &database->connections[thread];
	return step_once(*connection, (*connection)->begin, error);
}

static void sqlite_take_time(struct connection *connection)
{
	connection->timeout = 0;
}

static void sqlite_end(struct connection *connection)
{
	struct error error;
	step_once(connection, connection->commit, &error);
}

/* Inside of a transaction: the version of its snapshot, which it fixes. Commits of this connection do not show in
 * data_version, but a connection that reads never writes. */
static uint64_t sqlite_version(struct connection *connection)
{
	uint64_t version = 0;
	if (sqlite3_step(connection->version) == SQLITE_ROW)
		version = (uint64_t)sqlite3_column_int64(connection->version, 0);
	sqlite3_reset(connection->version);
	return version;
}

/* The answer to a statement that failed. What breaks a unique index was checked before, so another was faster. */
static bool refuse(const struct connection *connection, int result, struct error *error)
{
	const char *message = sqlite3_errmsg(connection->database);
	switch (result & 0xFF) {
	case SQLITE_CONSTRAINT:
		if (sqlite3_extended_errcode(connection->database) == SQLITE_CONSTRAINT_UNIQUE)
			return error_validation(error, "This attribute must be unique");
		return error_validation(error, "The entry breaks a rule of the database: %s", message);
	case SQLITE_BUSY:
	case SQLITE_INTERRUPT:
	case SQLITE_LOCKED:
	case SQLITE_FULL:
	case SQLITE_READONLY:
	case SQLITE_IOERR:
		return error_unavailable(error, "SQLite: %s", message);
	default:
		return error_internal(error, "SQLite: %s", message);
	}
}

static bool run_simple(struct connection *connection, const char *text, struct error *error)
{
	int result = sqlite3_exec(connection->database, text, NULL, NULL, NULL);
	return result == SQLITE_OK || refuse(connection, result, error);
}

static void close_writer(struct database *database)
{
	disconnect(&database->writer);
	database->writer = (struct connection){.of = database};
	database->writer_losses++;
}

/* A connection to a file that could not be written stays one for reading: it is opened anew, as the file may be mended.
 */
static bool find_writable(struct database *database, struct error *error)
{
	struct connection *writer = &database->writer;
	if (writer->database && !is_read_only(writer))
		return true;
	close_writer(database);
	sqlite_match_modes(database->path);
	struct error reason; /* logged by connect() */
	if (connect_writer(database, &reason))
		return true;
	close_writer(database);
	return error_unavailable(error, "SQLite: %s can't be opened for writing", database->path);
}

static bool sqlite_begin_write(void *opened, size_t thread, struct connection **connection, struct error *error)
{
	struct database *database = opened;
	(void)thread;
	pthread_mutex_lock(&database->writing);
	*connection = &database->writer;
	if (find_writable(database, error) && run_simple(*connection, "BEGIN IMMEDIATE", error))
		return true;
	pthread_mutex_unlock(&database->writing);
	return false;
}

static void sqlite_roll_back(struct connection *connection)
{
	/* SQLite has rolled back by itself after some errors. */
	if (!sqlite3_get_autocommit(connection->database))
		sqlite3_exec(connection->database, "ROLLBACK", NULL, NULL, NULL);
	connection->of->writer_losses++;
	pthread_mutex_unlock(&connection->of->writing);
}

static bool sqlite_commit(struct connection *connection, struct error *error)
{
	if (run_simple(connection, "COMMIT", error)) {
		pthread_mutex_unlock(&connection->of->writing);
		return true;
	}
	sqlite_roll_back(connection);
	return false;
}

/* In data_version a connection sees what others committed, and not its own. */
static uint64_t sqlite_writer_version(struct connection *connection)
{
	return (sqlite_version(connection) << 32) + connection->of->writer_losses + 1;
}

static bool sqlite_savepoint(struct connection *connection, enum savepoint what, struct error *error)
{
	static const char *const texts[] = {
	    [SAVEPOINT_BEGIN] = "SAVEPOINT job",
	    [SAVEPOINT_KEEP] = "RELEASE job",
	    [SAVEPOINT_UNDO] = "ROLLBACK TO job; RELEASE job",
	};
	return run_simple(connection, texts[what], error);
}

/* ---- statements ---- */

static int bind_value(sqlite3_stmt *statement, int number, const struct value *value)
{
	switch (value->kind) {
	case VALUE_TEXT:
		return sqlite3_bind_text(statement, number, value->text.ptr ? value->text.ptr : "",
		                         (int)value->text.len, SQLITE_STATIC);
	case VALUE_NUMBER:
		return sqlite3_bind_double(statement, number, value->number);
	case VALUE_INTEGER:
	case VALUE_BOOLEAN:
	case VALUE_DATETIME:
		return sqlite3_bind_int64(statement, number, value->integer);
	case VALUE_NULL:
		break;
	}
	return sqlite3_bind_null(statement, number);
}

static bool bind_all(struct driver_rows *rows, const struct bind *binds, size_t count, struct arena *arena,
                     struct error *error)
{
	for (size_t i = 0; i < count; i++) {
		const struct bind *bind = &binds[i];
		int result, number = (int)i + 1;
		if (bind->kind == BIND_IDS) {
			struct sqlite_ids *ids = arena_alloc(arena, sizeof *ids);
			*ids = (struct sqlite_ids){bind->ids, bind->id_count};
			result = sqlite_ids_bind(rows->statement.statement, number, ids);
		} else {
			result = bind_value(rows->statement.statement, number, &bind->value);
		}
		if (result != SQLITE_OK)
			return error_internal(error, "SQLite can't bind a value: %s", sqlite3_errstr(result));
	}
	return true;
}

static void sqlite_finish(struct driver_rows *rows)
{
	sqlite_statement_release(&rows->statement);
}

static bool sqlite_run(struct connection *connection, struct slice text, const struct bind *binds, size_t bind_count,
                       const struct attribute *const *columns, size_t column_count, struct arena *arena,
                       struct driver_rows **rows, struct error *error)
{
	struct driver_rows *running = arena_alloc(arena, sizeof *running);
	(void)column_count;
	running->connection = connection;
	running->columns = columns;
	connection->deadline = connection->timeout ? milliseconds_now() + connection->timeout : 0;
	if (!sqlite_statements_find(&connection->statements, connection->database, text, &running->statement, error))
		return false;
	if (!bind_all(running, binds, bind_count, arena, error)) {
		sqlite_finish(running);
		return false;
	}
	*rows = running;
	return true;
}

static bool sqlite_next(struct driver_rows *rows, bool *row, struct error *error)
{
	int result = sqlite3_step(rows->statement.statement);
	*row = result == SQLITE_ROW;
	if (result == SQLITE_ROW || result == SQLITE_DONE)
		return true;
	return refuse(rows->connection, result, error);
}

/* RETURNING would do it, too, but opens a table of its own for each statement. */
static int64_t sqlite_inserted_id(struct connection *connection)
{
	return sqlite3_last_insert_rowid(connection->database);
}

static void sqlite_cell(struct driver_rows *rows, size_t column, struct cell *cell)
{
	/* A connection serves one thread: its values may be looked at where they are. */
	sqlite_read_cell(sqlite3_column_value(rows->statement.statement, (int)column), rows->columns[column],
	                 &rows->connection->scratch, cell);
}

const struct driver sqlite_driver = {
    .name = "sqlite",
    .dialect = {.placeholder = write_placeholder,
                .ids_table = write_ids_table,
                .in_ids = write_in_ids,
                .as_text = write_as_text,
                .search_operator = " LIKE ",
                .search_suffix = " ESCAPE '\\'"},
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .end = sqlite_end,
    .take_time = sqlite_take_time,
    .begin_write = sqlite_begin_write,
    .is_read_only = is_read_only,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .writer_version = sqlite_writer_version,
    .groups = true,
    .savepoint = sqlite_savepoint,
    .version = sqlite_version,
    .inserted_id = sqlite_inserted_id,
    .run = sqlite_run,
    .next = sqlite_next,
    .cell = sqlite_cell,
    .finish = sqlite_finish,
};
