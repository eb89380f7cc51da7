#include "cors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void any_origin(void **state)
{
	const char *any[] = {"*"};
	(void)state;
	assert_int_equal(cors_access(any, 1, SLICE("https://example.com")), CORS_ANY);
	assert_int_equal(cors_access(any, 1, SLICE("*")), CORS_ANY);
	assert_int_equal(cors_access(any, 1, SLICE("null")), CORS_ANY);
	assert_int_equal(cors_access(any, 1, SLICE("")), CORS_NONE);
	assert_int_equal(cors_access(any, 1, (struct slice){NULL, 0}), CORS_NONE);
}

static void listed_origins(void **state)
{
	const char *list[] = {"https://a.example", "http://localhost:3000"};
	(void)state;
	assert_int_equal(cors_access(list, 2, SLICE("https://a.example")), CORS_NAMED);
	assert_int_equal(cors_access(list, 2, SLICE("http://localhost:3000")), CORS_NAMED);
	assert_int_equal(cors_access(list, 2, SLICE("http://a.example")), CORS_NONE);
	assert_int_equal(cors_access(list, 2, SLICE("https://a.example.evil")), CORS_NONE);
	assert_int_equal(cors_access(list, 2, SLICE("https://a.exampl")), CORS_NONE);
	assert_int_equal(cors_access(list, 2, SLICE("null")), CORS_NONE);
	assert_int_equal(cors_access(NULL, 0, SLICE("https://a.example")), CORS_NONE);
}

static void listed_origins_beside_any(void **state)
{
	const char *list[] = {"*", "https://a.example"};
	(void)state;
	assert_int_equal(cors_access(list, 2, SLICE("https://a.example")), CORS_NAMED);
	assert_int_equal(cors_access(list, 2, SLICE("https://b.example")), CORS_ANY);
}

static void check_headers(enum cors_access access, bool preflight, const char *expected)
{
	struct buffer head = {0};
	cors_add_headers(&head, access, SLICE("https://a.example"), preflight);
	assert_true(slice_is(buffer_as_slice(&head), expected));
	buffer_free(&head);
}

static void headers(void **state)
{
	(void)state;
	check_headers(CORS_NONE, true, "");
	check_headers(CORS_ANY, false, "Access-Control-Allow-Origin: *\r\n");
	check_headers(CORS_NAMED, false,
	              "Access-Control-Allow-Origin: https://a.example\r\nAccess-Control-Allow-Credentials: true\r\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(any_origin),
	    cmocka_unit_test(listed_origins),
	    cmocka_unit_test(listed_origins_beside_any),
	    cmocka_unit_test(headers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
