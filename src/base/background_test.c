#include "base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <time.h>

#include <cmocka.h>

enum { WORKS = 100, THREADS = 3 };

struct task {
	struct background_work work;
	_Atomic int *done;
	_Atomic bool *gate; /* waits until it opens; or NULL */
	size_t thread;
};

static void run(void *context, size_t thread)
{
	struct task *task = context;
	const struct timespec moment = {.tv_nsec = 1000000};
	while (task->gate && !*task->gate)
		nanosleep(&moment, NULL);
	task->thread = thread;
	(*task->done)++;
}

static void test_all_is_done(void **state)
{
	(void)state;
	_Atomic int done = 0;
	struct task tasks[WORKS];
	struct background *background =
	    background_start(&(struct background_options){.threads = THREADS, .most_waiting = WORKS});
	assert_non_null(background);
	for (size_t i = 0; i < WORKS; i++) {
		tasks[i] = (struct task){.work = {.run = run, .context = &tasks[i]}, .done = &done};
		assert_true(background_submit(background, &tasks[i].work));
	}
	background_stop(background);
	assert_int_equal(done, WORKS);
	for (size_t i = 0; i < WORKS; i++)
		assert_true(tasks[i].thread < THREADS);
}

static void test_the_queue_is_bounded(void **state)
{
	(void)state;
	_Atomic int done = 0;
	_Atomic bool gate = false;
	struct task tasks[4];
	const struct timespec moment = {.tv_nsec = 1000000};
	struct background *background = background_start(&(struct background_options){.threads = 1, .most_waiting = 2});
	for (size_t i = 0; i < COUNT_OF(tasks); i++)
		tasks[i] = (struct task){.work = {.run = run, .context = &tasks[i]}, .done = &done, .gate = &gate};
	assert_true(background_submit(background, &tasks[0].work));
	/* One is being done, or is about to be; two may wait. */
	while (!background_submit(background, &tasks[1].work))
		nanosleep(&moment, NULL);
	for (int i = 0; i < 2000 && !background_submit(background, &tasks[2].work); i++)
		nanosleep(&moment, NULL);
	assert_false(background_submit(background, &tasks[3].work));
	gate = true;
	background_stop(background);
	assert_int_equal(done, 3);
}

static void test_one_client_does_not_keep_out_others(void **state)
{
	(void)state;
	_Atomic int done = 0;
	_Atomic bool gate = false;
	struct task tasks[5];
	const struct timespec moment = {.tv_nsec = 1000000};
	const struct background_options options = {.threads = 2, .most_waiting = 10, .most_waiting_of_one = 2};
	struct background *background = background_start(&options);
	for (size_t i = 0; i < COUNT_OF(tasks); i++)
		tasks[i] = (struct task){.work = {.run = run, .context = &tasks[i], .client = i < 4 ? 1 : 2},
		                         .done = &done,
		                         .gate = i < 4 ? &gate : NULL};
	/* Client 1 has work on both threads or none is free; what it may have waiting is bounded. */
	for (size_t i = 0; i < 4; i++)
		while (!background_submit(background, &tasks[i].work))
			nanosleep(&moment, NULL);
	assert_true(background_submit(background, &tasks[4].work));
	gate = true;
	background_stop(background);
	assert_int_equal(done, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_all_is_done),
	    cmocka_unit_test(test_the_queue_is_bounded),
	    cmocka_unit_test(test_one_client_does_not_keep_out_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
