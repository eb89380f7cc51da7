#include "cors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void any_origin(void **state)
{
	const char *any[] = {"*"};
	(void)state;
	assert_true(cors_allows(any, 1, "https://example.com"));
	assert_false(cors_allows(any, 1, ""));
	assert_false(cors_allows(any, 1, NULL));
}

static void listed_origins(void **state)
{
	const char *list[] = {"https://a.example", "http://localhost:3000"};
	(void)state;
	assert_true(cors_allows(list, 2, "https://a.example"));
	assert_true(cors_allows(list, 2, "http://localhost:3000"));
	assert_false(cors_allows(list, 2, "http://a.example"));
	assert_false(cors_allows(list, 2, "https://a.example.evil"));
	assert_false(cors_allows(list, 2, "https://a.exampl"));
	assert_false(cors_allows(list, 2, "null"));
	assert_false(cors_allows(NULL, 0, "https://a.example"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(any_origin),
	    cmocka_unit_test(listed_origins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
