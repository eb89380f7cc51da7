/* Chunked bodies: what they mean, where they end, and what is refused, however the bytes are cut. */
#include "chunked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct buffer body;
static struct http_parser parser;
static struct chunked chunked;

static void keep(void *context, const char *data, size_t len)
{
	buffer_add(context, data, len);
}

static void ignore(void *context, struct slice part)
{
	(void)context;
	(void)part;
}

static void begin(void)
{
	static const struct parser_events events = {ignore, ignore, ignore};
	struct parser_framing framing;
	const struct slice head = SLICE("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
	assert_int_equal(parser_read_head(&parser, head, &events, NULL, &framing), PARSER_COMPLETE);
	body.len = 0;
	chunked_start(&chunked, &parser, keep, &body);
}

/* Reads the text in pieces of `step` bytes. */
static enum chunked_progress read_in(struct slice text, size_t step, size_t *used)
{
	enum chunked_progress progress = CHUNKED_PARTIAL;
	begin();
	*used = 0;
	while (progress == CHUNKED_PARTIAL && *used < text.len) {
		size_t part, len = text.len - *used < step ? text.len - *used : step;
		progress = chunked_read(&chunked, (struct slice){text.ptr + *used, len}, &part);
		if (progress == CHUNKED_PARTIAL)
			assert_int_equal(part, len);
		*used += part;
	}
	return progress;
}

static void check(const char *text, enum chunked_progress expected, const char *expected_body, size_t rest)
{
	const struct slice all = slice_of(text);
	for (size_t step = all.len; step; step--) {
		size_t used;
		enum chunked_progress got = read_in(all, step, &used);
		if (got != expected)
			print_error("%s in pieces of %zu\n", text, step);
		assert_int_equal(got, expected);
		if (expected == CHUNKED_REFUSED)
			continue;
		assert_int_equal(all.len - used, rest);
		assert_int_equal(body.len, strlen(expected_body));
		assert_memory_equal(buffer_terminate(&body), expected_body, body.len);
	}
}

static void reads_bodies(void **state)
{
	(void)state;
	check("0\r\n\r\n", CHUNKED_COMPLETE, "", 0);
	check("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", CHUNKED_COMPLETE, "abc", 0);
	check("A\r\n0123456789\r\n00a\r\n0123456789\r\n000\r\n\r\n", CHUNKED_COMPLETE, "01234567890123456789", 0);
	/* What is in a chunk is the body's, whatever it looks like. */
	check("6\r\n\r\n0\r\n\r\r\n0\r\n\r\n", CHUNKED_COMPLETE, "\r\n0\r\n\r", 0);
	/* Extensions and trailers are passed over. */
	check("1;a=b\r\na\r\n0\r\n\r\n", CHUNKED_COMPLETE, "a", 0);
	check("1\r\na\r\n0;x=y\r\n\r\n", CHUNKED_COMPLETE, "a", 0);
	check("1\r\na\r\n0\r\nT: 1\r\nU: 2\r\n\r\n", CHUNKED_COMPLETE, "a", 0);
}

static void ends_where_the_next_request_begins(void **state)
{
	(void)state;
	check("1\r\na\r\n0\r\n\r\nGET / HTTP/1.1\r\n", CHUNKED_COMPLETE, "a", 16);
	check("0\r\n\r\n0\r\n\r\n", CHUNKED_COMPLETE, "", 5);
	check("0\r\nT: 1\r\n\r\n\r\n", CHUNKED_COMPLETE, "", 2);
}

static void waits_for_the_rest(void **state)
{
	static const char text[] = "3;x=y\r\nabc\r\n0\r\nT: 1\r\n\r\n";
	(void)state;
	for (size_t len = 1; len < sizeof text - 1; len++) {
		size_t used;
		assert_int_equal(read_in((struct slice){text, len}, len, &used), CHUNKED_PARTIAL);
		assert_int_equal(used, len);
	}
}

static void refuses_what_others_may_read_otherwise(void **state)
{
	static const char *const cases[] = {
	    "\r\n",
	    "x\r\n",
	    " 1\r\na\r\n0\r\n\r\n",
	    "0x1\r\na\r\n0\r\n\r\n",
	    "+1\r\na\r\n0\r\n\r\n",
	    "-1\r\na\r\n0\r\n\r\n",
	    "1_0\r\na",
	    "1\na\r\n0\r\n\r\n",
	    "1\r\na\n0\r\n\r\n",
	    "1\r\nab\r\n0\r\n\r\n",
	    "1\r\na0\r\n\r\n",
	    "1\r\na\r\n0\n\n",
	    "1\r\na\r\n0\r\n\n",
	    "1\r\na\r\n0\r\nT: 1\n\r\n",
	    "1\r\na\r\n0\r\nT: 1\r\n folded\r\n\r\n",
	    "1\r\na\r\n0\r\n folded\r\n\r\n",
	    "1;a\nb\r\na\r\n0\r\n\r\n",
	    "1;a\rb\r\na\r\n0\r\n\r\n",
	    "1\r\r\na\r\n0\r\n\r\n",
	    "10000000000000000\r\na",
	    "fffffffffffffffff\r\na",
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(cases[i], CHUNKED_REFUSED, NULL, 0);
	for (size_t step = 1; step < 20; step++) {
		size_t used;
		assert_int_equal(read_in(SLICE("1;\0\r\na\r\n0\r\n\r\n"), step, &used), CHUNKED_REFUSED);
		assert_int_equal(read_in(SLICE("0\r\nT: \0\r\n\r\n"), step, &used), CHUNKED_REFUSED);
	}
}

/* Extensions of a chunk, and trailers, may have 16 KiB; those of all chunks together any number. */
static void limits_what_is_no_body(void **state)
{
	struct buffer text = {0};
	size_t used;
	(void)state;
	for (int chunk = 0; chunk < 20; chunk++) {
		buffer_text(&text, "1;");
		for (int i = 0; i < 10000; i++)
			buffer_byte(&text, 'e');
		buffer_text(&text, "\r\na\r\n");
	}
	size_t good = text.len;
	buffer_text(&text, "0\r\n\r\n");
	assert_int_equal(read_in(buffer_as_slice(&text), 1000, &used), CHUNKED_COMPLETE);
	assert_int_equal(body.len, 20);
	text.len = good;
	buffer_text(&text, "0\r\nT: ");
	for (int i = 0; i < 17000; i++)
		buffer_byte(&text, 't');
	assert_int_equal(read_in(buffer_as_slice(&text), 1000, &used), CHUNKED_REFUSED);
	text.len = 0;
	buffer_text(&text, "1;");
	for (int i = 0; i < 17000; i++)
		buffer_byte(&text, 'e');
	assert_int_equal(read_in(buffer_as_slice(&text), 1000, &used), CHUNKED_REFUSED);
	buffer_free(&text);
	buffer_free(&body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_bodies),           cmocka_unit_test(ends_where_the_next_request_begins),
	    cmocka_unit_test(waits_for_the_rest),     cmocka_unit_test(refuses_what_others_may_read_otherwise),
	    cmocka_unit_test(limits_what_is_no_body),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
