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

static void check_headers(const struct http_options *options, enum cors_access access, bool preflight,
                          const char *expected)
{
	struct buffer head = {0};
	const struct slice asked = SLICE("X-Asked");
	cors_add_headers(&head, options, access, SLICE("https://a.example"), preflight ? &asked : NULL);
	assert_true(slice_is(buffer_as_slice(&head), expected));
	buffer_free(&head);
}

static void headers(void **state)
{
	(void)state;
	const struct http_options usual = {0};
	check_headers(&usual, CORS_NONE, true, "");
	check_headers(&usual, CORS_ANY, false, "Access-Control-Allow-Origin: *\r\n");
	check_headers(&usual, CORS_NAMED, false,
	              "Access-Control-Allow-Origin: https://a.example\r\nAccess-Control-Allow-Credentials: true\r\n");
}

static void headers_of_a_project(void **state)
{
	(void)state;
	const struct http_options options = {.cors_methods = "GET",
	                                     .cors_headers = "X-Own",
	                                     .cors_exposed = "X-Total",
	                                     .cors_max_age = "600",
	                                     .cors_without_credentials = true};
	check_headers(&options, CORS_NAMED, false,
	              "Access-Control-Allow-Origin: https://a.example\r\nAccess-Control-Expose-Headers: X-Total\r\n");
	check_headers(&options, CORS_ANY, true,
	              "Access-Control-Allow-Origin: *\r\nAccess-Control-Max-Age: 600\r\n"
	              "Access-Control-Allow-Methods: GET\r\nAccess-Control-Allow-Headers: X-Own\r\n");
	const struct http_options empty = {.cors_methods = "", .cors_headers = ""};
	check_headers(&empty, CORS_ANY, true,
	              "Access-Control-Allow-Origin: *\r\nAccess-Control-Max-Age: 31536000\r\n"
	              "Access-Control-Allow-Headers: X-Asked\r\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(any_origin),
	    cmocka_unit_test(listed_origins),
	    cmocka_unit_test(listed_origins_beside_any),
	    cmocka_unit_test(headers),
	    cmocka_unit_test(headers_of_a_project),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
