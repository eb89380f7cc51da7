/* Messages to a loop from many threads: none is lost, none comes twice, and those of a thread keep their order. */
#include "mailbox.h"

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cmocka.h>

enum { THREADS = 4, EACH = 20000 };

struct message {
	struct mailbox_message mail;
	int thread, number;
};

static struct mailbox mailbox;
static struct message messages[THREADS][EACH];

static void *post_all(void *context)
{
	for (struct message *message = context, *end = message + EACH; message < end; message++)
		mailbox_post(&mailbox, &message->mail);
	return NULL;
}

static int open_mailbox(void **state)
{
	(void)state;
	mailbox = (struct mailbox){.wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
	return mailbox.wake >= 0 ? 0 : -1;
}

static int close_mailbox(void **state)
{
	(void)state;
	mailbox_close(&mailbox);
	return close(mailbox.wake);
}

static bool is_woken(void)
{
	eventfd_t count;
	return eventfd_read(mailbox.wake, &count) == 0;
}

static void keeps_the_order(void **state)
{
	struct mailbox_message mails[3];
	(void)state;
	assert_null(mailbox_take(&mailbox));
	for (int i = 0; i < 3; i++)
		mailbox_post(&mailbox, &mails[i]);
	struct mailbox_message *first = mailbox_take(&mailbox);
	assert_ptr_equal(first, &mails[0]);
	assert_ptr_equal(first->next, &mails[1]);
	assert_ptr_equal(first->next->next, &mails[2]);
	assert_null(first->next->next->next);
	assert_null(mailbox_take(&mailbox));
}

static void wakes_with_the_first_one(void **state)
{
	struct mailbox_message mails[2];
	(void)state;
	is_woken();
	mailbox_post(&mailbox, &mails[0]);
	assert_true(is_woken());
	mailbox_post(&mailbox, &mails[1]);
	assert_false(is_woken());
	mailbox_take(&mailbox);
	mailbox_post(&mailbox, &mails[0]);
	assert_true(is_woken());
	mailbox_take(&mailbox);
}

static void loses_nothing(void **state)
{
	pthread_t threads[THREADS];
	int next[THREADS] = {0}, taken = 0;
	(void)state;
	for (int i = 0; i < THREADS; i++)
		for (int j = 0; j < EACH; j++)
			messages[i][j] = (struct message){.thread = i, .number = j};
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, post_all, messages[i]);
	while (taken < THREADS * EACH) {
		/* A message that nobody is woken for would be waited for in vain. */
		struct pollfd woken = {.fd = mailbox.wake, .events = POLLIN};
		assert_int_equal(poll(&woken, 1, 30000), 1);
		is_woken();
		for (struct mailbox_message *mail = mailbox_take(&mailbox); mail;) {
			struct message *message = (struct message *)(void *)mail;
			mail = mail->next;
			assert_int_equal(message->number, next[message->thread]++);
			taken++;
		}
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert_null(mailbox_take(&mailbox));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(keeps_the_order, open_mailbox, close_mailbox),
	    cmocka_unit_test_setup_teardown(wakes_with_the_first_one, open_mailbox, close_mailbox),
	    cmocka_unit_test_setup_teardown(loses_nothing, open_mailbox, close_mailbox),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
