#include "env.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct arena *arena;
static struct map variables;

static void parse(const char *text)
{
	env_parse(arena, slice_of(text), &variables);
}

static void check(const char *name, const char *expected)
{
	const char *value = map_get(&variables, slice_of(name));
	if (!expected) {
		assert_null(value);
		return;
	}
	assert_non_null(value);
	assert_string_equal(value, expected);
}

static void plain_values(void **state)
{
	(void)state;
	parse("A=1\nB = two words \r\nC=3\n\n# D=4\n  E=a=b\nEMPTY=\nF=5");
	check("A", "1");
	check("B", "two words");
	check("C", "3");
	check("D", NULL);
	check("E", "a=b");
	check("EMPTY", "");
	check("F", "5");
}

static void comments(void **state)
{
	(void)state;
	parse("A=1 # one\nB=\"2 # two\" # rest\n#C=3\nD='#'");
	check("A", "1");
	check("B", "2 # two");
	check("C", NULL);
	check("D", "#");
}

static void quotes(void **state)
{
	(void)state;
	parse("A=\"a\\nb\"\nB='a\\nb'\nC=`c`\nD=\"over\nlines\"\nE=\"unclosed\nF=$A "
	      "${A}\nG='it's'\nH=\"a\"b\nI=\"a\"b\"\n"
	      "J=\"a#b\nK=\"a\" #\"\nL=\"\nM='' x");
	check("A", "a\nb");
	check("B", "a\\nb");
	check("C", "`c`");
	check("D", "\"over");
	check("E", "\"unclosed");
	check("F", "$A ${A}");
	check("G", "it's");
	check("H", "\"a\"b");
	check("I", "a\"b");
	check("J", "\"a");
	check("K", "a");
	check("L", "\"");
	check("M", "'' x");
}

static void odd_lines_are_passed_over(void **state)
{
	(void)state;
	parse("\xEF\xBB\xBF"
	      "MARKED=1\rAFTER=2\n");
	check("MARKED", "1");
	check("AFTER", "2");
	parse("no equals\n=value\nA B=1\nexport H=8\n\xff\xfe=2\nexport\nG=6\nG=7");
	check("no", NULL);
	check("A", NULL);
	check("export", NULL);
	check("H", NULL);
	check("G", "7");
	assert_int_equal(variables.count, 1);
}

static void the_environment_goes_first(void **state)
{
	struct env env;
	bool from_file;
	(void)state;
	env_parse(arena, SLICE("LECTERN_TEST_A=file\nLECTERN_TEST_B=file\nLECTERN_TEST_C="), &env.file);
	setenv("LECTERN_TEST_A", "environment", 1);
	setenv("LECTERN_TEST_B", "", 1);
	assert_string_equal(env_get(&env, "LECTERN_TEST_A", &from_file), "environment");
	assert_false(from_file);
	assert_string_equal(env_get(&env, "LECTERN_TEST_B", &from_file), "file");
	assert_true(from_file);
	assert_null(env_get(&env, "LECTERN_TEST_C", &from_file));
	assert_null(env_get(&env, "LECTERN_TEST_D", &from_file));
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(plain_values),
	    cmocka_unit_test(comments),
	    cmocka_unit_test(quotes),
	    cmocka_unit_test(odd_lines_are_passed_over),
	    cmocka_unit_test(the_environment_goes_first),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
