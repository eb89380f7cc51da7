#include "ids.h"

#include <stdlib.h>
#include <string.h>

static const char pointer_type[] = "lectern-ids";

enum { COLUMN_VALUE, COLUMN_POINTER };

struct ids_cursor {
	sqlite3_vtab_cursor base;
	const struct sqlite_ids *ids; /* NULL: none */
	size_t at;
	struct sqlite_ids copied; /* malloc'd ids: of a blob */
};

static int ids_connect(sqlite3 *database, void *unused, int argc, const char *const *argv, sqlite3_vtab **table,
                       char **message)
{
	(void)unused;
	(void)argc;
	(void)argv;
	(void)message;
	int result = sqlite3_declare_vtab(database, "CREATE TABLE x(value INTEGER, pointer HIDDEN)");
	if (result != SQLITE_OK)
		return result;
	*table = calloc(1, sizeof **table);
	return *table ? SQLITE_OK : SQLITE_NOMEM;
}

static int ids_disconnect(sqlite3_vtab *table)
{
	free(table);
	return SQLITE_OK;
}

/* The only plan: all ids of the pointer. */
static int ids_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
	(void)table;
	for (int i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
		if (constraint->iColumn != COLUMN_POINTER || constraint->op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (!constraint->usable)
			return SQLITE_CONSTRAINT;
		info->aConstraintUsage[i].argvIndex = 1;
		info->aConstraintUsage[i].omit = 1;
		info->estimatedCost = 1;
		info->estimatedRows = 25;
		return SQLITE_OK;
	}
	return SQLITE_CONSTRAINT;
}

static int ids_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor)
{
	(void)table;
	struct ids_cursor *opened = calloc(1, sizeof *opened);
	if (!opened)
		return SQLITE_NOMEM;
	*cursor = &opened->base;
	return SQLITE_OK;
}

static int ids_close(sqlite3_vtab_cursor *base)
{
	struct ids_cursor *cursor = (struct ids_cursor *)base;
	free((void *)(uintptr_t)cursor->copied.ids);
	free(cursor);
	return SQLITE_OK;
}

/* Copies the ids of a blob, which SQLite may move. */
static int take_blob(struct ids_cursor *cursor, sqlite3_value *blob)
{
	const size_t length = (size_t)sqlite3_value_bytes(blob);
	int64_t *ids = realloc((void *)(uintptr_t)cursor->copied.ids, length + 1);
	if (!ids)
		return SQLITE_NOMEM;
	if (length)
		memcpy(ids, sqlite3_value_blob(blob), length);
	cursor->copied = (struct sqlite_ids){ids, length / sizeof *ids};
	cursor->ids = &cursor->copied;
	return SQLITE_OK;
}

static int ids_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_name, int argc, sqlite3_value **argv)
{
	struct ids_cursor *cursor = (struct ids_cursor *)base;
	(void)plan;
	(void)plan_name;
	cursor->at = 0;
	if (argc && sqlite3_value_type(argv[0]) == SQLITE_BLOB)
		return take_blob(cursor, argv[0]);
	cursor->ids = argc ? sqlite3_value_pointer(argv[0], pointer_type) : NULL;
	return SQLITE_OK;
}

static int ids_next(sqlite3_vtab_cursor *base)
{
	((struct ids_cursor *)base)->at++;
	return SQLITE_OK;
}

static int ids_eof(sqlite3_vtab_cursor *base)
{
	const struct ids_cursor *cursor = (struct ids_cursor *)base;
	return !cursor->ids || cursor->at >= cursor->ids->count;
}

static int ids_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
	const struct ids_cursor *cursor = (struct ids_cursor *)base;
	if (column == COLUMN_VALUE)
		sqlite3_result_int64(context, cursor->ids->ids[cursor->at]);
	return SQLITE_OK;
}

static int ids_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
	*rowid = (sqlite3_int64)((const struct ids_cursor *)base)->at;
	return SQLITE_OK;
}

int sqlite_ids_register(sqlite3 *database)
{
	/* Without xCreate the module is a table-valued function only. */
	static const sqlite3_module module = {
	    .xConnect = ids_connect,
	    .xDisconnect = ids_disconnect,
	    .xBestIndex = ids_best_index,
	    .xOpen = ids_open,
	    .xClose = ids_close,
	    .xFilter = ids_filter,
	    .xNext = ids_next,
	    .xEof = ids_eof,
	    .xColumn = ids_column,
	    .xRowid = ids_rowid,
	};
	return sqlite3_create_module(database, "lectern_ids", &module, NULL);
}

int sqlite_ids_bind(sqlite3_stmt *statement, int number, const struct sqlite_ids *ids)
{
	/* SQLite never writes through the pointer; its interface just has no const. */
	return sqlite3_bind_pointer(statement, number, (void *)(uintptr_t)ids, pointer_type, NULL);
}
