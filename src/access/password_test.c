#include "access.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Made by bcryptjs, as Strapi does. */
static const char *const known[][2] = {
    {"Passw0rd1", "$2a$10$6QaO9RVny.kQuzm2hnd.m.2ps0g7mb5c/yED1pGSoz.9HB2TDRS4e"},
    {"Passw0rd5", "$2a$10$vvvGbSYuQJtgLEkuPydNOuF4tSR0yBv5v1Pk6uWNa9zCySZJ87Oga"},
};

static void test_known_hashes(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		assert_true(access_check_password(slice_of(known[i][0]), slice_of(known[i][1])));
		assert_false(access_check_password(slice_of(known[1 - i][0]), slice_of(known[i][1])));
	}
}

static void test_round_trip(void **state)
{
	char hash[ACCESS_PASSWORD_SIZE], other[ACCESS_PASSWORD_SIZE];
	struct slice password = SLICE("p\xC3\xA4ssw\xC3\xB6rd");
	(void)state;
	assert_true(access_hash_password(password, hash));
	assert_true(access_hash_password(password, other));
	assert_string_not_equal(hash, other);
	assert_memory_equal(hash, "$2b$10$", 7);
	assert_true(access_check_password(password, slice_of(hash)));
	assert_false(access_check_password(SLICE("passwort"), slice_of(hash)));
	assert_false(access_check_password(SLICE(""), slice_of(hash)));
}

/* Else a password would be as good as the part before its first NUL. */
static void test_nul(void **state)
{
	char hash[ACCESS_PASSWORD_SIZE];
	(void)state;
	assert_false(access_hash_password(SLICE("secret\0more"), hash));
	assert_true(access_hash_password(SLICE("secret"), hash));
	assert_false(access_check_password(SLICE("secret\0more"), slice_of(hash)));
}

/* Else two that begin alike would be the same. Those that Strapi took may be so. */
static void test_long_ones(void **state)
{
	char hash[ACCESS_PASSWORD_SIZE], text[74];
	(void)state;
	memset(text, 'x', sizeof text);
	assert_false(access_hash_password((struct slice){text, 73}, hash));
	assert_true(access_hash_password((struct slice){text, 72}, hash));
	assert_true(access_check_password((struct slice){text, 74}, slice_of(hash)));
	assert_false(access_check_password((struct slice){text, 71}, slice_of(hash)));
}

static void test_what_is_no_hash(void **state)
{
	static const char *const bad[] = {"",
	                                  "*0",
	                                  "x",
	                                  "$2b$10$short",
	                                  "$1$salt$abcdefghijklmnopqrstuv",
	                                  "$2b$10$!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
	                                  "$2b$99$7EqJtq98hPqEX7fNZaFWoO7EqJtq98hPqEX7fNZaFWoO7EqJtq98h"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(access_check_password(slice_of(bad[i]), slice_of(bad[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_known_hashes), cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_nul),
	    cmocka_unit_test(test_long_ones),    cmocka_unit_test(test_what_is_no_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
