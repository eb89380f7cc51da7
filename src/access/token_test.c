#include "token.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void hashes_as_the_database_keeps_them(void **state)
{
	(void)state;
	char token[64], hex[TOKEN_HASH_LENGTH + 1];
	memset(token, 'f', sizeof token);
	assert_true(token_hash(SLICE("apitokensalt"), (struct slice){token, sizeof token}, hex));
	assert_string_equal(hex, "e1dc887b462d52c46407f69acc3cde022775e743affdfd62e3a4e80ec4cd6239"
	                         "b55c763f974976464ed997a09f857e7c40c851c48494f8d2858a4d75513fd821");
	memset(token, 'a', sizeof token);
	assert_true(token_hash(SLICE("apitokensalt"), (struct slice){token, sizeof token}, hex));
	assert_string_equal(hex, "525eb63420eefa29868a91f62c6b8a114cc289bc181d7659f96be3dfb0376a0f"
	                         "e931100d5dc207e59e5cdf4bd7bbe644db33aebf64542b16fcf8187eb02154cd");
}

static void without_a_salt_there_is_no_hash(void **state)
{
	(void)state;
	char hex[TOKEN_HASH_LENGTH + 1] = "x";
	assert_false(token_hash((struct slice){NULL, 0}, SLICE("token"), hex));
	assert_string_equal(hex, "");
}

static void takes_the_token_of_the_header(void **state)
{
	(void)state;
	static const char *const headers[] = {
	    "Bearer abc.d-e_f",  "bearer abc.d-e_f",  "BEARER abc.d-e_f",  "Bearer   abc.d-e_f",
	    "Bearer\tabc.d-e_f", " Bearer abc.d-e_f", "Bearer abc.d-e_f ",
	};
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		struct slice token = {NULL, 0};
		assert_true(token_from_header(slice_of(headers[i]), &token));
		assert_true(slice_is(token, "abc.d-e_f"));
	}
}

static void other_headers_count_as_none(void **state)
{
	(void)state;
	static const char *const headers[] = {
	    "",          " ",          "Bearer",       "Bearer ",   "Basic abc",   "abc",
	    "Bearerabc", "Bearer a b", "Bearer a b c", "Token abc", "Bearer: abc", "xBearer abc",
	};
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		struct slice token;
		assert_false(token_from_header(slice_of(headers[i]), &token));
	}
	struct slice token;
	assert_false(token_from_header((struct slice){NULL, 0}, &token));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(hashes_as_the_database_keeps_them),
	    cmocka_unit_test(without_a_salt_there_is_no_hash),
	    cmocka_unit_test(takes_the_token_of_the_header),
	    cmocka_unit_test(other_headers_count_as_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
