#include "durations.h"

#include <setjmp.h>
#include <stdio.h>

#include <cmocka.h>

static void test_durations(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t milliseconds;
	} good[] = {
	    {"30d", 2592000000}, {"12h", 43200000},       {"12 hours", 43200000},  {"90", 90},
	    {"1.5s", 1500},      {"2 weeks", 1209600000}, {"1y", 31557600000},     {"5m", 300000},
	    {"100ms", 100},      {"259200S", 259200000},  {"100y", 3155760000000}, {"99999999999y", INT64_C(1) << 53}};
	static const char *const bad[] = {"",      "d",        "-1d", "1x",  "0",   "0s",
	                                  "1 d d", "1 d days", "5.",  "5d ", "1e3", "1hoursandhours"};
	int64_t milliseconds;
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		assert_true(duration_parse(slice_of(good[i].text), &milliseconds));
		assert_int_equal(milliseconds, good[i].milliseconds);
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(duration_parse(slice_of(bad[i]), &milliseconds));
}

/* What jsonwebtoken puts between iat and exp. */
static void test_lifetimes(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t seconds;
	} good[] = {
	    {"30d", 2592000}, {"100y", 3155760000}, {"-1d", -86400},  {"0", 0},
	    {"90", 0},        {"-90", -1},          {"-.5 H", -1800}, {"99999999999y", (INT64_C(1) << 53) / 1000}};
	static const char *const bad[] = {"", "-", "--1d", "+1d", "1 month", "soon", "5 dayz", " 1d"};
	int64_t seconds;
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		assert_true(duration_parse_lifetime(slice_of(good[i].text), &seconds));
		assert_int_equal(seconds, good[i].seconds);
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(duration_parse_lifetime(slice_of(bad[i]), &seconds));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_durations),
	    cmocka_unit_test(test_lifetimes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
