#include "http.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void only_https_and_this_machine_are_asked(void **state)
{
	static const char *const safe[] = {"https://github.com/login/oauth/authorize",
	                                   "https://10.0.0.1:8443/x?a=b",
	                                   "http://127.0.0.1",
	                                   "http://127.0.0.1:8080/keys",
	                                   "http://localhost/x",
	                                   "http://[::1]:99/x",
	                                   "https://example.com/a@b"};
	static const char *const unsafe[] = {"http://example.com/",
	                                     "http://127.0.0.1.example.com/",
	                                     "http://localhost.example.com",
	                                     "http://localhost:80@example.com/",
	                                     "http://127.0.0.1@example.com",
	                                     "https://user@example.com/",
	                                     "https://user:password@example.com/",
	                                     "ftp://example.com",
	                                     "file:///etc/passwd",
	                                     "//example.com",
	                                     "example.com",
	                                     "",
	                                     "https://example.com/a b",
	                                     "https://example.com/\r\nX: y",
	                                     "HTTP://example.com"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(safe); i++)
		assert_true(oauth_url_is_safe(safe[i]));
	for (size_t i = 0; i < COUNT_OF(unsafe); i++)
		assert_false(oauth_url_is_safe(unsafe[i]));
}

static void only_this_machine_names_what_is_on_it(void **state)
{
	(void)state;
	assert_true(oauth_url_may_follow("https://example.com", "https://keys.example.com/x"));
	assert_true(oauth_url_may_follow("http://localhost:1", "http://127.0.0.1:2/x"));
	assert_true(oauth_url_may_follow("http://localhost:1", "https://example.com/x"));
	assert_false(oauth_url_may_follow("https://example.com", "http://127.0.0.1:2/x"));
	assert_false(oauth_url_may_follow("https://example.com", "http://localhost/x"));
	assert_false(oauth_url_may_follow("http://localhost:1", "http://example.com/x"));
}

static void parameters_are_encoded(void **state)
{
	struct buffer url = {0};
	(void)state;
	buffer_text(&url, "https://example.com/?");
	oauth_add_parameter(&url, "a", SLICE("x-._~Z9"));
	oauth_add_parameter(&url, "b", SLICE("a b&c=d/é\r\n"));
	oauth_add_parameter(&url, "c", SLICE(""));
	assert_string_equal(buffer_terminate(&url), "https://example.com/?a=x-._~Z9&b=a%20b%26c%3Dd%2F%C3%A9%0D%0A&c=");
	buffer_free(&url);
}

/* No provider is asked when the address is not one to be asked, whatever is remembered. */
static void an_unsafe_address_is_refused(void **state)
{
	struct oauth_client *client = oauth_client_create();
	struct json_object *json;
	struct error error;
	(void)state;
	assert_false(oauth_request_known(client, "http://example.com/keys", 300, &json, &error));
	assert_int_equal(error.status, 400);
	assert_string_equal(error.name, "ApplicationError");
	oauth_client_stop(client);
	oauth_client_destroy(client);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_https_and_this_machine_are_asked),
	    cmocka_unit_test(only_this_machine_names_what_is_on_it),
	    cmocka_unit_test(parameters_are_encoded),
	    cmocka_unit_test(an_unsafe_address_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
