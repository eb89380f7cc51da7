/* SQLite's own parts: ids bound by pointer, and loosely typed columns as cells. */
#include "cells.h"
#include "ids.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static sqlite3 *database;

static int open_memory(void **state)
{
	(void)state;
	return sqlite3_open(":memory:", &database) == SQLITE_OK && sqlite_ids_register(database) == SQLITE_OK ? 0 : -1;
}

static int close_memory(void **state)
{
	(void)state;
	return sqlite3_close(database);
}

static sqlite3_stmt *prepare(const char *sql)
{
	sqlite3_stmt *statement;
	assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
	return statement;
}

static void ids_are_rows_in_their_order(void **state)
{
	(void)state;
	static const int64_t ids[] = {7, INT64_MIN, 7, INT64_MAX};
	const struct sqlite_ids all = {ids, COUNT_OF(ids)}, none = {ids, 0};
	sqlite3_stmt *statement = prepare("SELECT value FROM lectern_ids(?1)");
	assert_int_equal(sqlite_ids_bind(statement, 1, &all), SQLITE_OK);
	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
		assert_int_equal(sqlite3_column_int64(statement, 0), ids[i]);
	}
	assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
	sqlite3_reset(statement);
	assert_int_equal(sqlite_ids_bind(statement, 1, &none), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
	sqlite3_finalize(statement);
}

static void what_is_no_pointer_to_ids_is_no_row(void **state)
{
	(void)state;
	sqlite3_stmt *statement = prepare("SELECT value FROM lectern_ids(?1)");
	sqlite3_bind_int64(statement, 1, 0x4141414141414141);
	assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
	sqlite3_finalize(statement);
	assert_int_not_equal(sqlite3_prepare_v2(database, "SELECT value FROM lectern_ids", -1, &statement, NULL),
	                     SQLITE_OK);
}

/* What a column of that type gives for an SQL expression: "null", "i:…", "n:…" or "t:…". */
static void check_cell(enum attribute_type type, const char *expression, const char *expected)
{
	struct arena *arena = arena_create();
	struct buffer scratch = {0};
	const struct attribute attribute = {.name = "a", .column = "a", .type = type};
	sqlite3_stmt *statement = prepare(arena_format(arena, "SELECT %s", expression));
	struct cell cell = {0};
	const char *text = "null";
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	sqlite_read_cell(sqlite3_column_value(statement, 0), &attribute, &scratch, &cell);
	if (cell.kind == CELL_INTEGER)
		text = arena_format(arena, "i:%lld", (long long)cell.integer);
	else if (cell.kind == CELL_NUMBER)
		text = arena_format(arena, "n:%g", cell.number);
	else if (cell.kind == CELL_TEXT)
		text = arena_format(arena, "t:%.*s", (int)cell.text.len, cell.text.ptr);
	assert_string_equal(text, expected);
	sqlite3_finalize(statement);
	buffer_free(&scratch);
	arena_destroy(arena);
}

static void columns_are_read_as_their_attribute_says(void **state)
{
	(void)state;
	for (int type = ATTRIBUTE_ID; type <= ATTRIBUTE_LAST_SCALAR; type++)
		check_cell(type, "NULL", "null");
	check_cell(ATTRIBUTE_STRING, "'a'", "t:a");
	check_cell(ATTRIBUTE_STRING, "''", "t:");
	check_cell(ATTRIBUTE_STRING, "12", "t:12");
	check_cell(ATTRIBUTE_INTEGER, "-5", "i:-5");
	check_cell(ATTRIBUTE_INTEGER, "'5'", "n:5");
	check_cell(ATTRIBUTE_INTEGER, "'five'", "null");
	check_cell(ATTRIBUTE_DECIMAL, "2.5", "n:2.5");
	check_cell(ATTRIBUTE_BIGINTEGER, "12", "t:12");
	check_cell(ATTRIBUTE_BIGINTEGER, "9007199254740993", "t:9007199254740992");
	check_cell(ATTRIBUTE_BIGINTEGER, "'9007199254740993'", "t:9007199254740993");
	check_cell(ATTRIBUTE_BOOLEAN, "1", "i:1");
	check_cell(ATTRIBUTE_BOOLEAN, "0", "i:0");
	check_cell(ATTRIBUTE_BOOLEAN, "2", "null");
	check_cell(ATTRIBUTE_BOOLEAN, "'1'", "i:1");
	check_cell(ATTRIBUTE_BOOLEAN, "'true'", "null");
	check_cell(ATTRIBUTE_DATETIME, "1617339967089", "i:1617339967089");
	check_cell(ATTRIBUTE_DATETIME, "'2021-04-02T05:06:07.089Z'", "i:1617339967089");
	check_cell(ATTRIBUTE_DATETIME, "'soon'", "null");
	check_cell(ATTRIBUTE_DATE, "'2021-04-02'", "t:2021-04-02");
	check_cell(ATTRIBUTE_JSON, "'{\"a\": 1}'", "t:{\"a\": 1}");
	check_cell(ATTRIBUTE_JSON, "5", "t:5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ids_are_rows_in_their_order),
	    cmocka_unit_test(what_is_no_pointer_to_ids_is_no_row),
	    cmocka_unit_test(columns_are_read_as_their_attribute_says),
	};
	return cmocka_run_group_tests(tests, open_memory, close_memory);
}
