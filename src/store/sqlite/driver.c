/* The SQLite driver: WAL, a connection a thread, statements prepared once. */
#include "file.h"
#include "first_ids.h"
#include "published.h"
#include "raw.h"
#include "run.h"
#include "sorting.h"
#include "store/sql/sql.h"
#include "writer.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- dialect ---- */

static void write_placeholder(struct sql *sql, size_t number, const struct bind *bind)
{
	(void)bind;
	buffer_byte(&sql->text, '?');
	buffer_int(&sql->text, (int64_t)number);
}

static void write_ids_table(struct sql *sql, size_t number, const char *alias)
{
	sql_text(sql, "lectern_ids(?");
	buffer_int(&sql->text, (int64_t)number);
	sql_text(sql, ") AS ");
	sql_text(sql, alias);
}

/* One id, as that of an entry read by itself, is compared with: a table of them would cost more than the entry. */
static void write_in_ids(struct sql *sql, const char *alias, const char *column, size_t number)
{
	struct bind *bind = &sql->binds[number - 1];
	const bool one = bind->id_count == 1;
	if (one)
		*bind = (struct bind){.kind = BIND_VALUE, .value = value_integer(bind->ids[0])};
	sql_column(sql, alias, column);
	sql_text(sql, one ? " = ?" : " IN (SELECT value FROM lectern_ids(?");
	buffer_int(&sql->text, (int64_t)number);
	sql_text(sql, one ? "" : "))");
}

static void write_as_text(struct sql *sql, const char *alias, const struct attribute *attribute)
{
	sql_column(sql, alias, attribute->column);
}

/* ---- opening ---- */

static void sqlite_close(void *opened)
{
	struct sqlite_database *database = opened;
	for (size_t i = 0; i < database->count; i++)
		sqlite_disconnect(&database->connections[i]);
	sqlite_disconnect(&database->writer);
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
	struct sqlite_database *database = calloc(1, sizeof *database);
	if (!database || !(database->connections = calloc(threads, sizeof *database->connections)))
		abort();
	database->path = config->sqlite_path;
	database->count = threads;
	database->timeout = config->statement_timeout;
	pthread_mutex_init(&database->writing, NULL);
	sqlite_match_modes(database->path);
	bool connected = sqlite_connect_writer(database, error);
	/* Those of background threads, which many servers never need, are opened when they are first used. */
	for (size_t i = 0; connected && i < threads && i < config->threads; i++)
		connected = sqlite_connect(&database->connections[i], database, error);
	if (!connected) {
		sqlite_close(database);
		return false;
	}
	sqlite_file_opened(database);
	if (sqlite_is_read_only(&database->writer))
		log_message(LOG_WARNING, "The database %s can't be written: until it can be, it is only read",
		            config->sqlite_path);
	*opened = database;
	return true;
}

/* ---- sessions ---- */

static void close_snapshot(struct driver_session *connection)
{
	struct error error; /* was logged */
	connection->snapshot.kept = false;
	if (!sqlite_step_own(connection, connection->commit, &error))
		sqlite_abandon(connection);
}

static void sqlite_end(struct driver_session *connection)
{
	connection->budget = NULL;
	if (snapshot_may_stay(&connection->snapshot) && !sqlite3_get_autocommit(connection->database))
		connection->snapshot.kept = true;
	else
		close_snapshot(connection);
}

static void sqlite_rest(void *opened, size_t thread)
{
	struct sqlite_database *database = opened;
	struct driver_session *connection = &database->connections[thread];
	if (connection->snapshot.kept)
		close_snapshot(connection);
	connection->snapshot.allowed = true;
}

/* The version is read at once: its statement fixes the snapshot. */
static bool begin_snapshot(struct driver_session *connection, struct error *error)
{
	if (connection->snapshot.kept)
		close_snapshot(connection);
	snapshot_note_before(&connection->snapshot);
	if (!sqlite_step_own(connection, connection->begin, error))
		return false;
	if (!sqlite_read_version(connection, &connection->seen, error)) {
		sqlite_abandon(connection);
		return false;
	}
	snapshot_note_after(&connection->snapshot);
	snapshot_find_index(&connection->snapshot, connection->database);
	return true;
}

/* The connection of a background thread. Where the path leads elsewhere by now, another file would be opened. */
static bool connect_late(struct sqlite_database *database, struct driver_session *connection, struct error *error)
{
	if (!sqlite_file_is_there(database))
		return sqlite_file_refuse(database, error);
	if (sqlite_connect(connection, database, error))
		return true;
	sqlite_disconnect(connection);
	*connection = (struct driver_session){0};
	return false;
}

static bool sqlite_begin(void *opened, size_t thread, struct driver_session **connection, struct error *error)
{
	struct sqlite_database *database = opened;
	struct driver_session *begun = &database->connections[thread];
	if (!begun->database && !connect_late(database, begun, error))
		return false;
	*connection = begun;
	begun->timeout = database->timeout;
	begun->budget = NULL;
	sqlite_file_watch(database);
	return (begun->snapshot.kept && snapshot_is_newest(&begun->snapshot)) || begin_snapshot(begun, error);
}

static void sqlite_use_budget(struct driver_session *connection, struct budget *budget)
{
	connection->budget = budget;
}

static void sqlite_take_time(struct driver_session *connection)
{
	connection->timeout = 0;
}

/* Commits of this connection do not show in data_version, but a connection that reads never writes. */
static uint64_t sqlite_version(struct driver_session *connection)
{
	return connection->seen;
}

/* Where there is no wal-index, the version counts for this connection alone. */
static uint64_t sqlite_version_seen(struct driver_session *connection)
{
	uint64_t own[] = {connection->seen, (uintptr_t)connection};
	if (connection->snapshot.index)
		return snapshot_number(&connection->snapshot);
	return slice_hash((struct slice){(const char *)own, sizeof own});
}

const struct driver sqlite_driver = {
    .name = "sqlite",
    .dialect = {.placeholder = write_placeholder,
                .ids_table = write_ids_table,
                .in_ids = write_in_ids,
                .as_text = write_as_text,
                .search_operator = " LIKE ",
                .search_suffix = " ESCAPE '\\'",
                .leaves_order = true,
                .ties_of_index = true,
                .cross_join_keeps_order = true,
                .most_first_ids = FIRST_IDS_MOST,
                .most_first_keys = FIRST_IDS_KEYS},
    .open = sqlite_open,
    .close = sqlite_close,
    .observe_changes = published_start,
    .knows_changes = published_is_all_known,
    .begin = sqlite_begin,
    .end = sqlite_end,
    .rest = sqlite_rest,
    .use_budget = sqlite_use_budget,
    .take_time = sqlite_take_time,
    .begin_write = sqlite_begin_write,
    .is_read_only = sqlite_is_read_only,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .writer_version = sqlite_writer_version,
    .savepoint = sqlite_savepoint,
    .version = sqlite_version,
    .version_seen = sqlite_version_seen,
    .inserted_id = sqlite_inserted_id,
    .run = sqlite_run,
    .explain = "EXPLAIN QUERY PLAN ",
    .raw = sqlite_raw,
    .next = sqlite_next,
    .cell = sqlite_cell,
    .sorts_all = sqlite_sorts_all,
    .steps = sqlite_steps,
    .finish = sqlite_finish,
};
