/* The timer wheel, on a clock of its own. */
#include "deadlines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WHEEL = DEADLINE_TICK * DEADLINE_SLOTS };

static struct deadlines wheel;

static void is_met_in_time(void **state)
{
	(void)state;
	const int64_t starts[] = {0, 1, 99, 100, 12345, 987654321};
	const int64_t waits[] = {1, 99, 100, 101, 5000, WHEEL - 1, WHEEL, WHEEL + 1, 3 * WHEEL + 17};
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		for (size_t j = 0; j < sizeof waits / sizeof *waits; j++) {
			struct deadline deadline = {0};
			const int64_t at = starts[i] + waits[j];
			int64_t now = starts[i];
			deadlines_init(&wheel, now);
			assert_int_equal(deadlines_wait(&wheel, now), -1);
			deadline_set(&wheel, &deadline, at);
			/* As a loop does: it waits as long as it is told, and looks. */
			while (!deadlines_take(&wheel, now)) {
				int wait = deadlines_wait(&wheel, now);
				assert_true(wait > 0);
				now += wait;
				assert_true(now <= at + DEADLINE_TICK);
			}
			assert_true(now >= at);
			assert_int_equal(deadline.at, DEADLINE_NONE);
			assert_null(deadlines_take(&wheel, now));
		}
	}
}

static void is_met_late_when_nobody_looked(void **state)
{
	struct deadline near = {0}, far = {0}, later = {0};
	(void)state;
	deadlines_init(&wheel, 1000);
	deadline_set(&wheel, &near, 1500);
	deadline_set(&wheel, &far, 1000 + 5 * WHEEL);
	deadline_set(&wheel, &later, 1000 + 9 * WHEEL);
	const int64_t now = 1000 + 7 * WHEEL;
	struct deadline *first = deadlines_take(&wheel, now), *second = deadlines_take(&wheel, now);
	assert_true((first == &near && second == &far) || (first == &far && second == &near));
	assert_null(deadlines_take(&wheel, now));
	assert_ptr_equal(deadlines_take(&wheel, 1000 + 9 * WHEEL + DEADLINE_TICK), &later);
}

static void can_be_moved_and_taken_back(void **state)
{
	struct deadline deadline = {0};
	(void)state;
	deadlines_init(&wheel, 0);
	/* To a later time, as with every request of a busy connection. */
	for (int64_t now = 0; now < 3 * WHEEL; now += 50) {
		deadline_set(&wheel, &deadline, now + 1000);
		assert_null(deadlines_take(&wheel, now));
	}
	/* To an earlier one. */
	const int64_t now = 3 * WHEEL;
	deadline_set(&wheel, &deadline, now + 60000);
	deadline_set(&wheel, &deadline, now + 200);
	assert_null(deadlines_take(&wheel, now + 199));
	assert_ptr_equal(deadlines_take(&wheel, now + 300), &deadline);
	/* Taken back, and set again from where it was. */
	deadline_set(&wheel, &deadline, now + 500);
	deadline_set(&wheel, &deadline, DEADLINE_NONE);
	assert_null(deadlines_take(&wheel, now + 2000));
	deadline_set(&wheel, &deadline, now + 2500);
	deadline_remove(&deadline);
	deadline_remove(&deadline);
	assert_null(deadlines_take(&wheel, now + 9000));
	assert_int_equal(deadlines_wait(&wheel, now + 9000), -1);
}

/* Beside a list that is searched from end to end. */
static void does_what_a_list_would(void **state)
{
	enum { COUNT = 200, ROUNDS = 20000 };
	static struct deadline deadlines[COUNT];
	static int64_t expected[COUNT];
	(void)state;
	int64_t now = 777;
	srand(1);
	deadlines_init(&wheel, now);
	for (int i = 0; i < COUNT; i++)
		expected[i] = DEADLINE_NONE;
	for (int round = 0; round < ROUNDS; round++) {
		int i = rand() % COUNT;
		int kind = rand() % 10;
		expected[i] = kind == 0 ? DEADLINE_NONE : now + rand() % (kind < 8 ? 5000 : 4 * WHEEL);
		if (kind == 1) {
			deadline_remove(&deadlines[i]);
			expected[i] = DEADLINE_NONE;
		} else {
			deadline_set(&wheel, &deadlines[i], expected[i]);
		}
		now += rand() % (round % 1000 ? 60 : 2 * WHEEL);
		for (struct deadline *met; (met = deadlines_take(&wheel, now));) {
			int64_t *of = &expected[met - deadlines];
			assert_true(*of <= now);
			*of = DEADLINE_NONE;
		}
		/* A tick late at most. */
		for (int k = 0; k < COUNT; k++)
			assert_true(expected[k] > now - 2 * DEADLINE_TICK);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_met_in_time),
	    cmocka_unit_test(is_met_late_when_nobody_looked),
	    cmocka_unit_test(can_be_moved_and_taken_back),
	    cmocka_unit_test(does_what_a_list_would),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
