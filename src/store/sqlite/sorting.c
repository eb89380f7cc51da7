#include "sorting.h"

/* Whether a row of the statement has that text in the column. */
static bool has_row(sqlite3 *database, struct slice text, int column, const char *matches)
{
	sqlite3_stmt *statement;
	bool found = false;
	if (sqlite3_prepare_v2(database, text.ptr, (int)text.len, &statement, NULL) != SQLITE_OK)
		return false;
	while (!found && sqlite3_step(statement) == SQLITE_ROW) {
		const char *cell = (const char *)sqlite3_column_text(statement, column);
		found = cell && strcmp(cell, matches) == 0;
	}
	sqlite3_finalize(statement);
	return found;
}

/* Where an index gives a part of the order, SQLite says "FOR LAST TERM OF ORDER BY" and stops at the page's end. */
static bool plan_sorts(sqlite3 *database, struct slice text)
{
	enum { DETAIL = 3 };
	struct buffer plan = {0};
	buffer_text(&plan, "EXPLAIN QUERY PLAN ");
	buffer_slice(&plan, text);
	const bool sorts = has_row(database, buffer_as_slice(&plan), DETAIL, "USE TEMP B-TREE FOR ORDER BY");
	buffer_free(&plan);
	return sorts;
}

/* Strapi makes all columns without a collation. */
static bool compares_bytes(sqlite3 *database, const char *table, const char *column)
{
	const char *collation;
	return sqlite3_table_column_metadata(database, NULL, table, column, NULL, &collation, NULL, NULL, NULL) ==
	           SQLITE_OK &&
	       strcmp(collation, "BINARY") == 0;
}

bool sqlite_sorts_all(struct driver_session *connection, struct slice text, const struct query *query)
{
	for (size_t i = 0; i < query->sort_count; i++)
		if (!compares_bytes(connection->database, query->type->table, query->sorts[i].path[0]->column))
			return false;
	return plan_sorts(connection->database, text) &&
	       has_row(connection->database, SLICE("PRAGMA encoding"), 0, "UTF-8");
}
