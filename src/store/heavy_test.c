#include "heavy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SHORT_TURN = 10, LONG_TURN = 200 };

static void a_statement_is_known_for_turns_no_longer_than_the_one_it_failed_in(void **state)
{
	static struct heavy_statements heavy;
	const struct slice text = SLICE("SELECT 1"), other = SLICE("SELECT 2");
	(void)state;
	assert_false(heavy_knows(&heavy, text, SHORT_TURN));
	heavy_remember(&heavy, text, SHORT_TURN);
	assert_true(heavy_knows(&heavy, text, SHORT_TURN));
	assert_false(heavy_knows(&heavy, text, LONG_TURN));
	assert_false(heavy_knows(&heavy, other, SHORT_TURN));
	heavy_remember(&heavy, text, LONG_TURN);
	heavy_remember(&heavy, text, SHORT_TURN);
	assert_true(heavy_knows(&heavy, text, LONG_TURN));
	heavy_forget(&heavy, text);
	assert_false(heavy_knows(&heavy, text, SHORT_TURN));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_statement_is_known_for_turns_no_longer_than_the_one_it_failed_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
