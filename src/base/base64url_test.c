#include "base64url.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void check(const char *bytes, size_t len, const char *text)
{
	char encoded[64], decoded[64];
	size_t decoded_len;
	base64url_encode((const unsigned char *)bytes, len, encoded);
	assert_int_equal(BASE64URL_SIZE(len), strlen(text));
	assert_memory_equal(encoded, text, strlen(text));
	assert_true(base64url_decode(slice_of(text), decoded, &decoded_len));
	assert_int_equal(decoded_len, len);
	assert_memory_equal(decoded, bytes, len);
}

/* RFC 4648, section 10, without padding. */
static void vectors(void **state)
{
	static const char *const texts[] = {"", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		check("foobar", i, texts[i]);
	check("\xfb\xff\xfe", 3, "-__-");
	check("\0\0", 2, "AAA");
}

static void what_is_none(void **state)
{
	static const char *const wrong[] = {"Z",   "Zm9vY", "Zg==", "Zg=", "Zm9v+",   "Zm/v",
	                                    " Zg", "Zg\n",  "Zh",   "Zm9", "\xc3\xa9"};
	char bytes[64];
	size_t len;
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_false(base64url_decode(slice_of(wrong[i]), bytes, &len));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(what_is_none)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
