#include "sqlite.h"
#include "copy.h"
#include "store/sqlite/file.h"
#include "store/sqlite/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_TIMEOUT_MS = 30000, BUSY_PAUSE_MS = 10 };

static bool refuse(struct migration_database *database, const char *sql, struct error *error)
{
	sqlite3 *sqlite = database->handle;
	int code = sqlite3_errcode(sqlite);
	const char *reason = sqlite3_errmsg(sqlite);
	if (code == SQLITE_BUSY || code == SQLITE_FULL || code == SQLITE_READONLY || code == SQLITE_IOERR)
		return error_set(error, 503, "ServiceUnavailableError", "SQLite: %s (\"%.100s\")", reason, sql);
	return error_set(error, 500, "DatabaseError", "SQLite refused \"%.200s\": %s", sql, reason);
}

static bool run(struct migration_database *database, const char *sql, struct error *error)
{
	if (sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	return refuse(database, sql, error);
}

static bool begin(struct migration_database *database, bool writing, struct error *error)
{
	return run(database, writing ? "begin immediate" : "begin", error);
}

static void keep_row(sqlite3_stmt *statement, struct arena *arena, const char **cells)
{
	for (int i = 0; i < sqlite3_column_count(statement); i++) {
		const char *text = (const char *)sqlite3_column_text(statement, i);
		cells[i] = text ? arena_copy(arena, slice_of(text)) : NULL;
	}
}

static bool rows(struct migration_database *database, const char *sql, struct arena *arena, const char ***cells,
                 size_t *row_count, struct error *error)
{
	sqlite3_stmt *statement;
	size_t capacity = 0;
	int result;
	*cells = NULL;
	*row_count = 0;
	if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) != SQLITE_OK)
		return refuse(database, sql, error);
	size_t row_size = (size_t)sqlite3_column_count(statement) * sizeof **cells;
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		*cells = arena_grow(arena, *cells, *row_count, &capacity, row_size);
		keep_row(statement, arena, *cells + *row_count * row_size / sizeof **cells);
		++*row_count;
	}
	sqlite3_finalize(statement);
	return result == SQLITE_DONE || refuse(database, sql, error);
}

/* What knex asks around a table that it makes anew, to drop a column: whether foreign keys are in force, then that they
 * are not, as the rows that refer to the old table would go with it. Within a transaction SQLite ignores that pragma,
 * and those rows go, in Strapi, too. Here it has its effect. */
static bool answer_keys_pragma(sqlite3 *sqlite, struct slice text, struct buffer *json)
{
	static const struct {
		const char *text;
		int state;
	} pragmas[] = {
	    {"PRAGMA foreign_keys", -1},
	    {"PRAGMA foreign_keys = OFF", 0},
	    {"PRAGMA foreign_keys = ON", 1},
	};
	int state;
	for (size_t i = 0; i < COUNT_OF(pragmas); i++) {
		if (!slice_equals_ignoring_case(slice_trim(text), slice_of(pragmas[i].text)))
			continue;
		sqlite3_db_config(sqlite, SQLITE_DBCONFIG_ENABLE_FKEY, pragmas[i].state, &state);
		buffer_format(json, "{\"fields\":[\"foreign_keys\"],\"rows\":[[%d]],\"count\":0,\"command\":\"\"}",
		              state);
		return true;
	}
	return false;
}

static bool raw(struct migration_database *database, struct slice text, const struct bind *binds, size_t count,
                struct arena *arena, struct buffer *json, struct error *error)
{
	struct sqlite_database of = {.path = database->path};
	if (answer_keys_pragma(database->handle, text, json))
		return true;
	of.writer = (struct driver_session){.database = database->handle, .of = &of};
	return sqlite_raw(&of.writer, text, binds, count, arena, json, error);
}

static bool expect_rebuilds(struct migration_database *database, struct error *error)
{
	return run(database, "pragma foreign_keys = off", error);
}

static bool keep_copy(struct migration_database *database, struct arena *arena, const char **path, struct error *error)
{
	return migration_copy_sqlite(database->path, arena, path, error);
}

static void close_sqlite(struct migration_database *database)
{
	sqlite3_close(database->handle);
}

/* The folders above the file, as far as they are missing. */
static void make_folders(const char *path, struct arena *arena)
{
	for (const char *end = strchr(path + 1, '/'); end; end = strchr(end + 1, '/'))
		mkdir(arena_copy(arena, (struct slice){path, (size_t)(end - path)}), 0777);
}

/* Content has e-mail addresses and hashes of passwords in it: others than the owner read it only when the owner lets
 * them. The log and its index get the file's rights from SQLite. If it fails, SQLite says what it can't open. */
static void make_file(const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file >= 0)
		close(file);
}

/* SQLite does not wait by itself for others that are about to do the same. */
static bool use_wal(struct migration_database *database, struct error *error)
{
	const char *sql = "pragma journal_mode = wal";
	for (unsigned waited = 0; waited < BUSY_TIMEOUT_MS; waited += BUSY_PAUSE_MS) {
		if (sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK)
			return true;
		if (sqlite3_errcode(database->handle) != SQLITE_BUSY)
			break;
		usleep(BUSY_PAUSE_MS * 1000);
	}
	return refuse(database, sql, error);
}

bool migration_open_sqlite(struct migration_database *database, const struct config *config, bool create,
                           struct arena *arena, struct error *error)
{
	const char *path = config->sqlite_path;
	*database = (struct migration_database){
	    .client = DATABASE_SQLITE,
	    .columns_query = "select m.name, c.name, lower(c.type) from sqlite_master m, pragma_table_info(m.name) c "
			     "where m.type in ('table', 'view')",
	    .indexes_query = "select m.tbl_name, m.name, case when l.\"unique\" then 'unique ' else '' end || "
			     "(select group_concat(i.name || case when i.\"desc\" then ':desc' else '' end) from "
			     "pragma_index_xinfo(m.name) i where i.key) from sqlite_master m left join "
			     "pragma_index_list(m.tbl_name) l on l.name = m.name where m.type = 'index'",
	    .close = close_sqlite,
	    .path = path,
	    .begin = begin,
	    .expect_rebuilds = expect_rebuilds,
	    .keep_copy = keep_copy,
	    .run = run,
	    .rows = rows,
	    .raw = raw,
	};
	bool there = access(path, F_OK) == 0;
	if (!there && create) {
		make_folders(path, arena);
		make_file(path);
	}
	/* As the driver wants it, and only possible before SQLite is first used. */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite_match_modes(path);
	sqlite3 *sqlite = NULL;
	int result = sqlite3_open_v2(there || create ? path : ":memory:", &sqlite,
	                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	database->handle = sqlite;
	if (result != SQLITE_OK)
		return error_set(
		    error, 500, "ConfigurationError",
		    "The database %s cannot be opened: %s. Expected an SQLite database that can be read and "
		    "written, or a place where one can be made",
		    path, sqlite3_errmsg(sqlite));
	sqlite3_busy_timeout(sqlite, BUSY_TIMEOUT_MS);
	if (create && !sqlite3_db_readonly(sqlite, "main") && !use_wal(database, error))
		return false;
	return run(database, "pragma synchronous = full; pragma foreign_keys = on", error);
}
