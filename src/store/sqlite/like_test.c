/* LIKE beside SQLite's own, on patterns and texts by chance, and its time on long ones. */
#include "base/base.h"
#include "like_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* Of two connections one has our function. */
static sqlite3 *ours, *theirs;

static int open_both(void **state)
{
	(void)state;
	return sqlite3_open(":memory:", &ours) == SQLITE_OK && sqlite3_open(":memory:", &theirs) == SQLITE_OK &&
	               like_register(ours, NULL, NULL) == SQLITE_OK
	           ? 0
	           : -1;
}

static int close_both(void **state)
{
	(void)state;
	return sqlite3_close(ours) | sqlite3_close(theirs);
}

/* -1: NULL. */
static int ask(sqlite3 *database, struct slice text, struct slice pattern, bool escape)
{
	sqlite3_stmt *statement;
	const char *sql = escape ? "SELECT ?1 LIKE ?2 ESCAPE '\\'" : "SELECT ?1 LIKE ?2";
	assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
	sqlite3_bind_text(statement, 1, text.ptr, (int)text.len, SQLITE_STATIC);
	sqlite3_bind_text(statement, 2, pattern.ptr, (int)pattern.len, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	int result = sqlite3_column_type(statement, 0) == SQLITE_NULL ? -1 : sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return result;
}

static void same(struct slice text, struct slice pattern, bool escape)
{
	int expected = ask(theirs, text, pattern, escape), found = ask(ours, text, pattern, escape);
	if (expected != found)
		fail_msg("\"%.*s\" LIKE \"%.*s\"%s: %d, not %d", (int)text.len, text.ptr, (int)pattern.len, pattern.ptr,
		         escape ? " ESCAPE" : "", expected, found);
}

static struct slice compose(char *buffer, const struct slice *parts, size_t count, size_t most)
{
	struct slice text = {buffer, 0};
	for (size_t n = (size_t)rand() % (most + 1); n; n--) {
		struct slice part = parts[(size_t)rand() % count];
		memcpy(buffer + text.len, part.ptr, part.len);
		text.len += part.len;
	}
	return text;
}

/* Few different characters, so that much matches. */
static void patterns_by_chance_match_as_in_sqlite(void **state)
{
	const struct slice parts[] = {
	    SLICE("a"),
	    SLICE("a"),
	    SLICE("b"),
	    SLICE("A"),
	    SLICE("B"),
	    SLICE("\xC3\xA9"),
	    SLICE("\xC3\x89"),
	    SLICE("["),
	    SLICE("{"),
	    SLICE("\xF0\x9F\x98\x80"),
	    SLICE("\\"),
	    SLICE("@"),
	    SLICE("`"),
	    SLICE("aab"),
	    SLICE("\xEF\xBF\xBD"),
	    SLICE("%"),
	    SLICE("_"),
	    SLICE("%"),
	    SLICE("_"),
	    SLICE("\\%"),
	    SLICE("\\_"),
	    SLICE("\xEF\xBF\xBF"),
	    SLICE("\\\\"),
	    SLICE("\0"),
	};
	char texts[128], patterns[64];
	(void)state;
	srand(17);
	for (size_t i = 0; i < 200000; i++) {
		/* What matches is rare in long patterns of many characters. */
		size_t count = i % 3 == 0 ? COUNT_OF(parts) : i % 3 == 1 ? 5 : 3;
		struct slice text = compose(texts, parts, count, i % 2 ? 6 : 20);
		const struct slice wild[] = {SLICE("a"), SLICE("b"), SLICE("%"), SLICE("_"), SLICE("a")};
		struct slice pattern =
		    i % 4 ? compose(patterns, wild, COUNT_OF(wild), 10) : compose(patterns, parts, COUNT_OF(parts), 8);
		same(text, pattern, i & 1);
	}
}

/* Texts that other programs wrote need not be UTF-8. */
static void bytes_by_chance_match_as_in_sqlite(void **state)
{
	static const unsigned char bytes[] = {'a', '%', '_', 0x81, 0xBF, 0xC3, 0xA9, 0xE2, 0xF0, 0xFF, 0xED, 0xA0};
	char texts[16], patterns[8];
	(void)state;
	srand(18);
	for (size_t i = 0; i < 100000; i++) {
		struct slice text = {texts, (size_t)rand() % sizeof texts};
		struct slice pattern = {patterns, (size_t)rand() % sizeof patterns};
		for (size_t j = 0; j < text.len; j++)
			texts[j] = (char)bytes[(size_t)rand() % COUNT_OF(bytes)];
		for (size_t j = 0; j < pattern.len; j++)
			patterns[j] = (char)bytes[(size_t)rand() % COUNT_OF(bytes)];
		same(text, pattern, false);
	}
}

static void what_is_no_text_matches_as_in_sqlite(void **state)
{
	static const char *const expressions[] = {
	    "SELECT NULL LIKE 'a'",
	    "SELECT 'a' LIKE NULL",
	    "SELECT 12 LIKE '1%'",
	    "SELECT 1.5 LIKE '%.5'",
	    "SELECT x'6162' LIKE 'A_'",
	    "SELECT 'a' LIKE 'a' ESCAPE NULL",
	    "SELECT '' LIKE ''",
	    "SELECT '' LIKE '%'",
	    "SELECT 'a%' LIKE 'a\\%' ESCAPE '\\'",
	    "SELECT 'a' LIKE 'a\\' ESCAPE '\\'",
	    ("SELECT sum(a LIKE b) FROM (SELECT 'xyz' a, 'x%' b UNION ALL SELECT 'abc', '%C' UNION ALL SELECT 'abc', "
	     "'x%')"),
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(expressions); i++) {
		sqlite3_stmt *statements[2];
		assert_int_equal(sqlite3_prepare_v2(ours, expressions[i], -1, &statements[0], NULL), SQLITE_OK);
		assert_int_equal(sqlite3_prepare_v2(theirs, expressions[i], -1, &statements[1], NULL), SQLITE_OK);
		for (size_t j = 0; j < 2; j++)
			assert_int_equal(sqlite3_step(statements[j]), SQLITE_ROW);
		assert_int_equal(sqlite3_column_type(statements[0], 0), sqlite3_column_type(statements[1], 0));
		assert_int_equal(sqlite3_column_int(statements[0], 0), sqlite3_column_int(statements[1], 0));
		for (size_t j = 0; j < 2; j++)
			sqlite3_finalize(statements[j]);
	}
}

static char *repeat(const char *part, size_t count, const char *end)
{
	size_t length = strlen(part);
	char *text = malloc(count * length + strlen(end) + 1);
	assert_non_null(text);
	for (size_t i = 0; i < count; i++)
		memcpy(text + i * length, part, length);
	strcpy(text + count * length, end);
	return text;
}

static bool count_questions(void *context)
{
	unsigned *questions = context;
	return ++*questions > 100;
}

/* How often it is asked whether to go on says how much work it was. */
static void long_texts_take_time_in_proportion(void **state)
{
	static const struct {
		const char *part, *end;
	} patterns[] = {{"a", "b%"}, {"a", "b"}, {"%a", "b"}, {"_", "b%"}, {"%_", "b%"}, {"a%", "b"}};
	char *text = repeat("a", 1 << 20, "");
	(void)state;
	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		unsigned questions = 0;
		char *inner = repeat(patterns[i].part, 15500, patterns[i].end), *whole = repeat("%", 1, inner);
		struct like_pattern *pattern = like_compile(whole, 0);
		assert_int_equal(like_match(pattern, text, count_questions, &questions), LIKE_NO);
		assert_in_range(questions, 0, 60);
		like_free(pattern);
		free(whole);
		free(inner);
	}
	free(text);
}

static void a_search_that_is_late_ends(void **state)
{
	unsigned questions = 0;
	char *text = repeat("a", 1 << 20, ""), *inner = repeat("a_", 7000, "b%"), *whole = repeat("%", 1, inner);
	struct like_pattern *pattern = like_compile(whole, 0);
	(void)state;
	assert_int_equal(like_match(pattern, text, count_questions, &questions), LIKE_LATE);
	assert_int_equal(questions, 101);
	like_free(pattern);

	sqlite3 *database;
	sqlite3_stmt *statement;
	questions = 0;
	assert_int_equal(sqlite3_open(":memory:", &database), SQLITE_OK);
	assert_int_equal(like_register(database, count_questions, &questions), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(database, "SELECT ?1 LIKE ?2", -1, &statement, NULL), SQLITE_OK);
	sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 2, whole, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(statement), SQLITE_INTERRUPT);
	sqlite3_finalize(statement);
	sqlite3_close(database);
	free(whole);
	free(inner);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(patterns_by_chance_match_as_in_sqlite, open_both, close_both),
	    cmocka_unit_test_setup_teardown(bytes_by_chance_match_as_in_sqlite, open_both, close_both),
	    cmocka_unit_test_setup_teardown(what_is_no_text_matches_as_in_sqlite, open_both, close_both),
	    cmocka_unit_test(long_texts_take_time_in_proportion),
	    cmocka_unit_test(a_search_that_is_late_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
