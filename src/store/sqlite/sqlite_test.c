/* SQLite's own parts: ids bound by pointer, and loosely typed columns as cells. */
#include "cells.h"
#include "connection.h"
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

/* SELECT ?1 IN (?1, ?1, …), with as many as asked for. */
static struct slice list_statement(struct buffer *text, size_t values)
{
	text->len = 0;
	buffer_text(text, "SELECT ?1 IN (?1");
	for (size_t i = 0; i < values; i++)
		buffer_format(text, " + %zu, ?1", i);
	buffer_text(text, ")");
	return buffer_as_slice(text);
}

static sqlite3_stmt *find_and_release(struct sqlite_statements *statements, struct slice text)
{
	struct sqlite_statement found;
	assert_int_equal(sqlite_statements_find(statements, database, text, &found), SQLITE_OK);
	sqlite3_stmt *statement = found.slot ? found.statement : NULL;
	sqlite_statement_release(&found);
	return statement;
}

static void statements_that_are_kept_take_a_bounded_memory(void **state)
{
	(void)state;
	static struct sqlite_statements statements;
	struct buffer text = {0};
	sqlite3_int64 before = sqlite3_memory_used();
	for (size_t i = 0; i < 300; i++) {
		assert_non_null(find_and_release(&statements, list_statement(&text, 1000 + i)));
		assert_true(statements.memory <= SQLITE_CACHE_BYTES);
		assert_true(sqlite3_memory_used() - before < 2 * SQLITE_CACHE_BYTES);
	}
	/* What was asked for last is still there, and one too large drives nothing out. */
	struct slice last = list_statement(&text, 1299);
	sqlite3_stmt *kept = find_and_release(&statements, last);
	struct buffer larger = {0};
	assert_null(find_and_release(&statements, list_statement(&larger, 20000)));
	assert_ptr_equal(find_and_release(&statements, last), kept);
	sqlite_statements_free(&statements);
	assert_int_equal(statements.memory, 0);
	buffer_free(&text);
	buffer_free(&larger);
}

/* A statement that is in use is never given away, nor given twice. */
static void a_statement_in_use_stays(void **state)
{
	(void)state;
	static struct sqlite_statements statements;
	struct sqlite_statement first, second;
	struct buffer text = {0};
	assert_int_equal(sqlite_statements_find(&statements, database, SLICE("SELECT 1"), &first), SQLITE_OK);
	assert_int_equal(sqlite3_step(first.statement), SQLITE_ROW);
	for (size_t i = 0; i < 300; i++)
		find_and_release(&statements, list_statement(&text, 1000 + i));
	assert_int_equal(sqlite3_column_int(first.statement, 0), 1);
	assert_int_equal(sqlite_statements_find(&statements, database, SLICE("SELECT 1"), &second), SQLITE_OK);
	assert_ptr_not_equal(first.statement, second.statement);
	sqlite_statement_release(&second);
	sqlite_statement_release(&first);
	assert_int_equal(sqlite_statements_find(&statements, database, SLICE("SELECT none"), &first), SQLITE_ERROR);
	sqlite_statements_free(&statements);
	buffer_free(&text);
}

static void errors_say_whether_to_try_again(void **state)
{
	(void)state;
	static const struct {
		int result, status;
	} answers[] = {
	    {SQLITE_BUSY, 503},       {SQLITE_BUSY_SNAPSHOT, 503},
	    {SQLITE_LOCKED, 503},     {SQLITE_PROTOCOL, 503},
	    {SQLITE_FULL, 503},       {SQLITE_IOERR_FSYNC, 503},
	    {SQLITE_CANTOPEN, 503},   {SQLITE_NOMEM, 503},
	    {SQLITE_INTERRUPT, 503},  {SQLITE_READONLY_DBMOVED, 503},
	    {SQLITE_CORRUPT, 500},    {SQLITE_NOTADB, 500},
	    {SQLITE_CONSTRAINT, 400}, {SQLITE_ERROR, 500},
	    {SQLITE_MISUSE, 500},
	};
	const struct driver_session connection = {.database = database};
	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		struct error error;
		assert_false(sqlite_refuse(&connection, answers[i].result, &error));
		assert_int_equal(error.status, answers[i].status);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ids_are_rows_in_their_order),
	    cmocka_unit_test(what_is_no_pointer_to_ids_is_no_row),
	    cmocka_unit_test(columns_are_read_as_their_attribute_says),
	    cmocka_unit_test(statements_that_are_kept_take_a_bounded_memory),
	    cmocka_unit_test(a_statement_in_use_stays),
	    cmocka_unit_test(errors_say_whether_to_try_again),
	};
	return cmocka_run_group_tests(tests, open_memory, close_memory);
}
