/* Running statements: values bound, rows stepped through, cells read. */
#include "run.h"
#include "cells.h"
#include "ids.h"

struct driver_rows {
	struct driver_session *connection;
	struct sqlite_statement statement;
	bool changes;
	const struct attribute *const *columns;
};

int sqlite_bind_value(sqlite3_stmt *statement, int number, const struct value *value)
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
			result = sqlite_bind_value(rows->statement.statement, number, &bind->value);
		}
		if (result != SQLITE_OK)
			return error_internal(error, "SQLite can't bind a value: %s", sqlite3_errstr(result));
	}
	return true;
}

int64_t sqlite_steps(struct driver_rows *rows)
{
	return sqlite3_stmt_status(rows->statement.statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0);
}

void sqlite_finish(struct driver_rows *rows)
{
	sqlite_statement_release(&rows->statement);
}

bool sqlite_run(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                const struct attribute *const *columns, size_t column_count, struct arena *arena,
                struct driver_rows **rows, struct error *error)
{
	struct driver_rows *running = arena_alloc(arena, sizeof *running);
	(void)column_count;
	running->connection = connection;
	running->columns = columns;
	sqlite_start_clock(connection);
	int result = sqlite_statements_find(&connection->statements, connection->database, text, &running->statement);
	if (result == SQLITE_ERROR)
		return error_internal(error, "SQLite can't prepare \"%.*s\": %s", (int)text.len, text.ptr,
		                      sqlite3_errmsg(connection->database));
	if (result != SQLITE_OK)
		return sqlite_refuse(connection, result, error);
	sqlite3_stmt_status(running->statement.statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
	running->changes =
	    connection == &connection->of->writer && !sqlite3_stmt_readonly(running->statement.statement);
	if (!bind_all(running, binds, bind_count, arena, error)) {
		sqlite_finish(running);
		return false;
	}
	*rows = running;
	return true;
}

bool sqlite_next(struct driver_rows *rows, bool *row, struct error *error)
{
	rows->connection->changes = rows->changes;
	int result = sqlite3_step(rows->statement.statement);
	rows->connection->changes = false;
	*row = result == SQLITE_ROW;
	if (result == SQLITE_ROW || result == SQLITE_DONE)
		return true;
	return sqlite_refuse(rows->connection, result, error);
}

/* RETURNING would do it, too, but opens a table of its own for each statement. */
int64_t sqlite_inserted_id(struct driver_session *connection)
{
	return sqlite3_last_insert_rowid(connection->database);
}

void sqlite_cell(struct driver_rows *rows, size_t column, struct cell *cell)
{
	/* A connection serves one thread: its values may be looked at where they are. */
	sqlite_read_cell(sqlite3_column_value(rows->statement.statement, (int)column), rows->columns[column],
	                 &rows->connection->scratch, cell);
}
