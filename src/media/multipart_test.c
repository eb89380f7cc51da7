#include "multipart_header.h"
#include "test_multipart.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Reads `body` in pieces of `step` bytes. */
static bool read_in_steps(const char *type, struct slice body, size_t step, struct reading *reading)
{
	return reading_parse(reading, type, body, step, step, reading_begin);
}

static void expect(const char *body, const char *expected)
{
	struct reading reading = {0};
	for (size_t step = 1; step <= strlen(body); step++) {
		bool fine = read_in_steps("multipart/form-data; boundary=b", slice_of(body), step, &reading);
		assert_int_equal(fine, expected != NULL);
		if (expected)
			assert_string_equal(buffer_terminate(&reading.text), expected);
	}
	buffer_free(&reading.text);
}

#define PART(header, text) "--b\r\n" header "\r\n\r\n" text "\r\n"
#define FILE_PART "Content-Disposition: form-data; name=\"f\"; filename="

static void reads_parts(void **state)
{
	(void)state;
	expect(PART("Content-Disposition: form-data; name=\"a\"", "1") "--b--\r\n", "a|(field)|=1;");
	expect(PART("Content-Disposition: form-data; name=a", "1")
	           PART(FILE_PART "\"x.txt\"\r\nContent-Type: text/plain", "two\r\nlines") "--b--",
	       "a|(field)|=1;f|x.txt|text/plain=two\r\nlines;");
	expect("preamble\r\n" PART(FILE_PART "\"x\"", "") "--b--epilogue", "f|x|=;");
	/* What looks like the boundary, and is none. */
	expect(PART(FILE_PART "\"x\"", "\r\n--\r\n--a\r\n--bx\r\n--b-\r\r\n-") "--b--",
	       "f|x|=\r\n--\r\n--a\r\n--bx\r\n--b-\r\r\n-;");
	expect(PART("Content-Type: text/plain", "x") "--b--", "(none)|(field)|text/plain=x;");
	expect("--b--", "");
}

static void reads_names(void **state)
{
	(void)state;
	expect(PART(FILE_PART "\"C:\\dir\\x.txt\"", "") "--b--", "f|x.txt|=;");
	expect(PART(FILE_PART "\"a%22b&#8364;.txt\"", "") "--b--", "f|a\"b\xe2\x82\xac.txt|=;");
	expect(PART(FILE_PART "\"a\"b\".txt\"; x=1", "") "--b--", "f|a\"b\".txt|=;");
	expect(PART(FILE_PART "\"\"", "") "--b--", "f||=;");
}

static void decodes_base64(void **state)
{
	(void)state;
	expect(PART(FILE_PART "\"x\"\r\nContent-Transfer-Encoding: base64", "aGVs\r\nbG8=") "--b--", "f|x|=hello;");
	expect(PART(FILE_PART "\"x\"\r\nContent-Transfer-Encoding: BASE64", "aGk") "--b--", "f|x|=hi;");
	expect(PART(FILE_PART "\"x\"\r\nContent-Transfer-Encoding: rot13", "x") "--b--", NULL);
}

static void refuses_others(void **state)
{
	(void)state;
	expect("nothing like it", NULL);
	expect(PART(FILE_PART "\"x\"", "data"), NULL);
	expect("--bx\r\n", NULL);
	expect("--b\nContent-Disposition: form-data; name=a\n\n1\n--b--\n", NULL);
	expect("--b\r\nno colon\r\n\r\n--b--", NULL);
	expect("--b\r\nX-\xff: 1\r\n\r\n\r\n--b--", NULL);
	struct reading reading = {0};
	assert_false(read_in_steps("multipart/form-data", SLICE("--b--"), 5, &reading));
	assert_true(read_in_steps("multipart/form-data; boundary=\"b c\"", SLICE("--b c--"), 7, &reading));
	assert_true(multipart_header_is_type(SLICE("multipart/form-data; boundary=\"b c\" ; x=y")));
	assert_false(multipart_header_is_type(SLICE("multipart/form-data; boundary=b c")));
	assert_false(multipart_header_is_type(SLICE("multipart/form-data; boundary=")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_parts),
	    cmocka_unit_test(reads_names),
	    cmocka_unit_test(decodes_base64),
	    cmocka_unit_test(refuses_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
