#include "frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_written_frames_are_read(void **state)
{
	(void)state;
	struct buffer out = {0};
	struct frame frame;
	size_t len;
	assert_true(frame_write(&out, FRAME_ASK, 7, SLICE("{\"a\":1}"), SLICE("body")));
	assert_true(frame_write(&out, FRAME_PING, 0xfffefdfc, SLICE(""), SLICE("")));
	assert_int_equal(frame_read(buffer_as_slice(&out), &frame, &len), FRAME_COMPLETE);
	assert_int_equal(frame.kind, FRAME_ASK);
	assert_int_equal(frame.id, 7);
	assert_true(slice_is(frame.head, "{\"a\":1}"));
	assert_true(slice_is(frame.body, "body"));
	struct slice rest = {out.data + len, out.len - len};
	assert_int_equal(frame_read(rest, &frame, &len), FRAME_COMPLETE);
	assert_int_equal(frame.id, 0xfffefdfc);
	assert_int_equal(frame.head.len + frame.body.len, 0);
	assert_int_equal(len, rest.len);
	buffer_free(&out);
}

static void test_parts_of_a_frame_are_waited_for(void **state)
{
	(void)state;
	struct buffer out = {0};
	struct frame frame;
	size_t len;
	frame_write(&out, FRAME_LOG, 1, SLICE("{}"), SLICE("x"));
	for (size_t i = 0; i < out.len; i++)
		assert_int_equal(frame_read((struct slice){out.data, i}, &frame, &len), FRAME_PARTIAL);
	buffer_free(&out);
}

static void test_nonsense_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t len;
	} broken[] = {
	    {"\x08\0\0\0AAAAAAAA", 12},                  /* shorter than a frame can be */
	    {"\xff\xff\xff\xff", 4},                     /* too long */
	    {"\x01\0\0\x04", 4},                         /* a byte too long */
	    {"\x0a\0\0\0A\0\0\0\0\x02\0\0\0{", 14},      /* the head is longer than the frame */
	    {"\x09\0\0\0A\0\0\0\0\xff\xff\xff\xff", 13}, /* and far longer */
	};
	struct frame frame;
	size_t len;
	for (size_t i = 0; i < COUNT_OF(broken); i++)
		assert_int_equal(frame_read((struct slice){broken[i].bytes, broken[i].len}, &frame, &len),
		                 FRAME_BROKEN);
}

static void test_what_is_too_large_is_not_written(void **state)
{
	(void)state;
	struct buffer out = {0};
	const struct slice huge = {"", FRAME_LARGEST};
	assert_false(frame_write(&out, FRAME_ASK, 1, SLICE("{}"), huge));
	assert_int_equal(out.len, 0);
	buffer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_written_frames_are_read),
	    cmocka_unit_test(test_parts_of_a_frame_are_waited_for),
	    cmocka_unit_test(test_nonsense_is_refused),
	    cmocka_unit_test(test_what_is_too_large_is_not_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
