/* lectern_first_ids beside SQLite's own ORDER BY and LIMIT. */
#include "first_ids.h"
#include "ids.h"
#include "sorting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static sqlite3 *database;

static int open_memory(void **state)
{
	(void)state;
	return sqlite3_open(":memory:", &database) == SQLITE_OK && sqlite_ids_register(database) == SQLITE_OK &&
	               first_ids_register(database) == SQLITE_OK
	           ? 0
	           : -1;
}

static int close_memory(void **state)
{
	(void)state;
	return sqlite3_close(database);
}

static void execute(const char *sql)
{
	assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
}

static sqlite3_stmt *prepare(const char *sql)
{
	sqlite3_stmt *statement;
	assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
	return statement;
}

static void check_same(const char *chosen, const char *sorted)
{
	sqlite3_stmt *a = prepare(chosen), *b = prepare(sorted);
	int row = 0, result;
	do {
		result = sqlite3_step(b);
		assert_int_equal(sqlite3_step(a), result);
		if (result == SQLITE_ROW && sqlite3_column_int64(a, 0) != sqlite3_column_int64(b, 0))
			fail_msg("%s: row %d is %lld, not %lld as in %s", chosen, row, sqlite3_column_int64(a, 0),
			         sqlite3_column_int64(b, 0), sorted);
		row++;
	} while (result == SQLITE_ROW);
	sqlite3_finalize(a);
	sqlite3_finalize(b);
}

static const char *word(bool descending)
{
	return descending ? " DESC" : "";
}

/* Values of every kind, many of them equal: nulls, integers up to both ends, doubles next to them, texts of which one
 * begins another or has a zero byte, blobs. */
static void ids_come_as_the_database_sorts_them(void **state)
{
	(void)state;
	execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b);"
	        "CREATE TABLE v (n INTEGER PRIMARY KEY, x);"
	        "INSERT INTO v (x) VALUES (NULL), (0), (1), (-1), (1.0), (0.5), (-1e300), (9223372036854775807),"
	        " (-9223372036854775808), (9223372036854775806), (9.223372036854775807e18), (9007199254740993),"
	        " (9007199254740992.0), (''), ('a'), ('A'), ('ab'), ('a' || char(0)), ('a' || char(0) || 'b'), ('é'), "
	        "('z'),"
	        " (x''), (x'00'), (x'61');"
	        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)"
	        " INSERT INTO t (id, a, b) SELECT i * 7919 % 701 - 350, (SELECT x FROM v WHERE n = 1 + i * 31 % 24),"
	        " (SELECT x FROM v WHERE n = 1 + i / 24 % 24) FROM n");
	static const int pages[][2] = {{1, 0},    {25, 0},   {25, 25},  {100, 650},
	                               {10, 699}, {10, 700}, {1000, 0}, {7, 993}};
	for (size_t i = 0; i < COUNT_OF(pages); i++)
		for (unsigned turn = 0; turn < 8; turn++) {
			char chosen[400], sorted[400];
			const bool a = turn & 1, b = turn & 2, id = turn & 4;
			snprintf(chosen, sizeof chosen,
			         "SELECT value FROM lectern_ids((SELECT lectern_first_ids(%d, %d, '%c%c%c', id, a, b) "
			         "FROM t))",
			         pages[i][0], pages[i][1], a ? 'd' : 'a', b ? 'd' : 'a', id ? 'd' : 'a');
			snprintf(sorted, sizeof sorted, "SELECT id FROM t ORDER BY a%s, b%s, id%s LIMIT %d OFFSET %d",
			         word(a), word(b), word(id), pages[i][0], pages[i][1]);
			check_same(chosen, sorted);
			snprintf(chosen, sizeof chosen,
			         "SELECT value FROM lectern_ids((SELECT lectern_first_ids(%d, %d, '%c%c', id, b) FROM t"
			         " WHERE id > 300))",
			         pages[i][0], pages[i][1], b ? 'd' : 'a', id ? 'd' : 'a');
			snprintf(sorted, sizeof sorted,
			         "SELECT id FROM t WHERE id > 300 ORDER BY b%s, id%s LIMIT %d OFFSET %d", word(b),
			         word(id), pages[i][0], pages[i][1]);
			check_same(chosen, sorted);
		}
	check_same(
	    "SELECT value FROM lectern_ids((SELECT lectern_first_ids(5, 0, 'aa', id, a) FROM t WHERE id > 1000))",
	    "SELECT id FROM t WHERE id > 1000");
	execute("DROP TABLE t; DROP TABLE v");
}

static int result_of(const char *sql)
{
	sqlite3_stmt *statement = prepare(sql);
	const int result = sqlite3_step(statement);
	sqlite3_finalize(statement);
	return result;
}

static void what_it_cannot_do_fails(void **state)
{
	(void)state;
	static const char *const mistakes[] = {
	    "SELECT lectern_first_ids(0, 0, 'aa', 1, 1)",
	    "SELECT lectern_first_ids(1, -1, 'aa', 1, 1)",
	    "SELECT lectern_first_ids(1000, 1, 'aa', 1, 1)",
	    "SELECT lectern_first_ids(9223372036854775807, 1, 'aa', 1, 1)",
	    "SELECT lectern_first_ids(1, 0, 'a', 1, 1)",
	    "SELECT lectern_first_ids(1, 0, NULL, 1, 1)",
	};
	for (size_t i = 0; i < COUNT_OF(mistakes); i++)
		assert_int_equal(result_of(mistakes[i]), SQLITE_MISUSE);
	const char *many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
			   " SELECT lectern_first_ids(%d, 0, 'aa', i, hex(zeroblob(250000)) || (10 - i)) FROM n";
	char sql[300];
	snprintf(sql, sizeof sql, many, 8);
	assert_int_equal(result_of(sql), SQLITE_ROW);
	snprintf(sql, sizeof sql, many, 9);
	assert_int_equal(result_of(sql), SQLITE_TOOBIG);
}

static bool sorts_all(const char *column, const char *sql)
{
	struct driver_session connection = {.database = database};
	const struct content_type type = {.table = "t"};
	const struct attribute attribute = {.column = column}, *path[] = {&attribute};
	struct sort sort = {.path = path, .path_length = 1};
	const struct query query = {.type = &type, .sorts = &sort, .sort_count = 1};
	return sqlite_sorts_all(&connection, slice_of(sql), &query);
}

static void it_is_for_what_is_sorted_as_a_whole(void **state)
{
	(void)state;
	execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c COLLATE NOCASE)");
	const char *by_b = "SELECT id FROM t WHERE a = 1 ORDER BY b, id LIMIT 5";
	assert_true(sorts_all("b", by_b));
	assert_false(sorts_all("c", "SELECT id FROM t ORDER BY c LIMIT 5"));
	assert_false(sorts_all("id", "SELECT id FROM t ORDER BY id LIMIT 5"));
	execute("CREATE INDEX i ON t (b)");
	assert_false(sorts_all("b", "SELECT id FROM t ORDER BY b, a LIMIT 5"));
	execute("CREATE INDEX j ON t (a, b)");
	assert_false(sorts_all("b", by_b));
	execute("DROP TABLE t");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ids_come_as_the_database_sorts_them),
	    cmocka_unit_test(what_it_cannot_do_fails),
	    cmocka_unit_test(it_is_for_what_is_sorted_as_a_whole),
	};
	return cmocka_run_group_tests(tests, open_memory, close_memory);
}
