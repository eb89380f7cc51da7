/* Which integers become doubles. */
#include "base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_widened(const char *text, const char *expected)
{
	struct arena *arena = arena_create();
	struct slice widened = json_widen_integers(arena, slice_of(text));
	assert_true(slice_is(widened, expected));
	/* What has nothing to widen is not copied. */
	assert_true((widened.ptr == text) == (strcmp(text, expected) == 0));
	arena_destroy(arena);
}

static void integers_of_64_bits_stay(void **state)
{
	(void)state;
	assert_widened("", "");
	assert_widened("[0,-1,1234567890123456789]", "[0,-1,1234567890123456789]");
	assert_widened("9223372036854775807", "9223372036854775807");
	assert_widened("{\"a\":-9223372036854775808}", "{\"a\":-9223372036854775808}");
}

static void larger_ones_become_doubles(void **state)
{
	(void)state;
	assert_widened("9223372036854775808", "9223372036854775808.0");
	assert_widened("[-9223372036854775809,1]", "[-9223372036854775809.0,1]");
	assert_widened("{\"a\": 18446744073709551615 ,\"b\":100000000000000000000}",
	               "{\"a\": 18446744073709551615.0 ,\"b\":100000000000000000000.0}");
}

static void what_is_no_integer_stays(void **state)
{
	(void)state;
	assert_widened("[10000000000000000000000.5,10000000000000000000000e2,1E+99]",
	               "[10000000000000000000000.5,10000000000000000000000e2,1E+99]");
	assert_widened("\"100000000000000000000\"", "\"100000000000000000000\"");
	assert_widened("\"a\\\"100000000000000000000\"", "\"a\\\"100000000000000000000\"");
	assert_widened("\"100000000000000000000", "\"100000000000000000000");
	assert_widened("\"100000000000000000000\\", "\"100000000000000000000\\");
	assert_widened("-", "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(integers_of_64_bits_stay),
	    cmocka_unit_test(larger_ones_become_doubles),
	    cmocka_unit_test(what_is_no_integer_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
