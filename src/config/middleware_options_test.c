#include "middleware_options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_sizes(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		size_t bytes;
	} sizes[] = {{"0", 0},          {"2048", 2048}, {"2kb", 2048},       {"1.5kb", 1536},
	             {"1 MB", 1048576}, {" 10b ", 10},  {"1gb", 1073741824}, {"9tb", 1073741824}};
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		size_t bytes = 1;
		assert_true(middleware_parse_size(slice_of(sizes[i].text), &bytes));
		assert_int_equal(bytes, sizes[i].bytes);
	}
}

static void test_what_is_no_size(void **state)
{
	(void)state;
	static const char *const texts[] = {"", "kb", "-1", "1kib", "1 2", "nan", "infinity", "many"};
	size_t bytes;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		assert_false(middleware_parse_size(slice_of(texts[i]), &bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_sizes),
	    cmocka_unit_test(test_what_is_no_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
