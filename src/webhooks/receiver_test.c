#include "receiver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { HOUR = 3600 * 1000 };

static const struct config_webhooks config = {.timeout = 10000, .retry_after = 1000, .give_up_after = 72};
static struct arena *arena;

static struct store_delivery note(struct receiver *receiver, int status, const char *message, int64_t attempts,
                                  int64_t age)
{
	struct store_delivery delivery = {
	    .id = 1, .attempts = attempts, .created = datetime_now() - age, .event = SLICE("entry.create")};
	const struct webhook_answer answer = {.status = status, .message = message};
	receiver_note(receiver, &config, arena, &delivery, &answer, 1000);
	return delivery;
}

static void waits_double_up_to_an_hour(void **state)
{
	(void)state;
	for (int i = 0; i < 100; i++) {
		assert_in_range(receiver_wait(&config, 1), 900, 1100);
		assert_in_range(receiver_wait(&config, 3), 3600, 4400);
		assert_in_range(receiver_wait(&config, 1000), HOUR * 0.9, HOUR * 1.1);
	}
}

static void success_is_done(void **state)
{
	struct receiver receiver = {.enabled = true};
	(void)state;
	assert_int_equal(note(&receiver, 204, "", 1, 0).state, DELIVERY_DONE);
	assert_int_equal(receiver_room(&receiver, 1000), RECEIVER_MOST_CALLS);
	assert_false(receiver.retry_now);
}

static void without_an_answer_it_is_tried_one_at_a_time(void **state)
{
	struct receiver receiver = {.enabled = true};
	(void)state;
	struct store_delivery delivery = note(&receiver, 0, "refused", 1, 0);
	assert_int_equal(delivery.state, DELIVERY_WAITING);
	assert_true(delivery.due > delivery.created);
	assert_int_equal(receiver_room(&receiver, 1000), 0);
	assert_int_equal(receiver_room(&receiver, 1000 + 1100), 1);
	note(&receiver, 503, "", 2, 0);
	assert_int_equal(receiver.failures, 2);
	note(&receiver, 200, "", 3, 0);
	assert_true(receiver.retry_now);
	assert_int_equal(receiver_room(&receiver, 1000), RECEIVER_MOST_CALLS);
}

static void an_answer_about_one_delivery_holds_up_no_others(void **state)
{
	struct receiver receiver = {.enabled = true};
	(void)state;
	assert_int_equal(note(&receiver, 500, "", 1, 0).state, DELIVERY_WAITING);
	assert_int_equal(note(&receiver, 404, "", 1, 0).state, DELIVERY_WAITING);
	assert_int_equal(receiver_room(&receiver, 1000), RECEIVER_MOST_CALLS);
}

static void old_answers_are_given_up(void **state)
{
	struct receiver receiver = {.enabled = true};
	(void)state;
	assert_int_equal(note(&receiver, 0, "", 80, INT64_C(71) * HOUR + HOUR / 2).state, DELIVERY_FAILED);
	assert_int_equal(note(&receiver, 500, "", 2, INT64_C(71) * HOUR).state, DELIVERY_WAITING);
}

static void messages_are_one_line_of_valid_text(void **state)
{
	struct receiver receiver = {.enabled = true};
	char text[1000];
	(void)state;
	assert_true(slice_is(note(&receiver, 500, "a\r\nb\x1b\x7f \xff\xc3", 1, 0).message, "a  b   ??"));
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	memcpy(text + 199, "\xc3\xa9", 2);
	struct slice message = note(&receiver, 500, text, 1, 0).message;
	assert_int_equal(message.len, 200);
	assert_int_equal(message.ptr[199], '?');
}

static int set_up(void **state)
{
	(void)state;
	arena = arena_create();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_destroy(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(waits_double_up_to_an_hour),
	    cmocka_unit_test(success_is_done),
	    cmocka_unit_test(without_an_answer_it_is_tried_one_at_a_time),
	    cmocka_unit_test(an_answer_about_one_delivery_holds_up_no_others),
	    cmocka_unit_test(old_answers_are_given_up),
	    cmocka_unit_test(messages_are_one_line_of_valid_text),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
