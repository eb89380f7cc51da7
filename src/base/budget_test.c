/* What a request may cost. */
#include "base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void work(int64_t milliseconds)
{
	int64_t end = clock_of_thread() / 1000000 + milliseconds;
	while (clock_of_thread() / 1000000 < end)
		;
}

static void time_is_counted_over_all_turns(void **state)
{
	struct budget budget;
	(void)state;
	budget_init(&budget, 60);
	for (unsigned turn = 0; turn < 2; turn++) {
		budget_begin_turn(&budget, 0);
		work(20);
		assert_true(budget_goes_on(&budget));
		budget_end_turn(&budget);
	}
	budget_begin_turn(&budget, 0);
	work(40);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_TOO_SLOW);
	assert_true(budget_used(&budget) >= 60000000);
	assert_int_equal(budget_left(&budget), 1);
	budget_end_turn(&budget);
	budget_begin_turn(&budget, 0);
	assert_false(budget_goes_on(&budget));
}

static void a_turn_that_is_over_is_followed_by_another(void **state)
{
	struct budget budget;
	(void)state;
	budget_init(&budget, 1000);
	budget_begin_turn(&budget, 10);
	assert_true(budget_left(&budget) <= 10);
	assert_true(budget_goes_on(&budget));
	work(3);
	assert_true(budget_goes_on(&budget));
	work(15);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_TURN_OVER);
	budget_end_turn(&budget);
	budget_restart(&budget);
	budget_begin_turn(&budget, 0);
	assert_true(budget_goes_on(&budget));
	assert_true(budget_left(&budget) > 900);
	/* Only a turn with a limit can be ended early. */
	budget_end_early(&budget);
	budget_end_short(&budget);
	assert_true(budget_goes_on(&budget));
	assert_false(budget.needs_long);
	budget_begin_turn(&budget, 1000);
	budget_end_short(&budget);
	assert_int_equal(budget.ended, BUDGET_TURN_OVER);
	assert_true(budget.needs_long);
}

static void waiting_counts_only_for_a_database_elsewhere(void **state)
{
	struct budget budget;
	(void)state;
	budget_init(&budget, 100);
	budget_begin_turn(&budget, 20);
	usleep(150000);
	assert_true(budget_goes_on(&budget));
	budget_add_waiting(&budget, 30000000);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_TURN_OVER);
}

static bool is_set(void *context)
{
	return *(bool *)context;
}

static void who_cancels_is_asked(void **state)
{
	bool cancelled = false;
	struct budget budget;
	struct error error;
	(void)state;
	budget_init(&budget, 0);
	budget.is_cancelled = is_set;
	budget.context = &cancelled;
	budget_begin_turn(&budget, 0);
	assert_int_equal(budget_left(&budget), 0);
	assert_true(budget_goes_on(&budget));
	cancelled = true;
	usleep(20000);
	assert_false(budget_goes_on(&budget));
	assert_false(budget_refuse(&budget, NULL, &error));
	assert_int_equal(error.status, 503);
}

static void a_part_has_a_limit_of_its_own(void **state)
{
	struct budget budget;
	(void)state;
	budget_init(&budget, 10000);
	budget_begin_turn(&budget, 0);
	work(10);
	budget_begin_part(&budget, 20);
	assert_true(budget_goes_on(&budget));
	budget_end_part(&budget);
	work(30);
	assert_true(budget_goes_on(&budget));
	budget_begin_part(&budget, 20);
	work(30);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_TOO_SLOW);
}

static void a_part_that_waits_for_a_database_is_not_to_blame(void **state)
{
	struct budget budget;
	struct error error;
	(void)state;
	budget_init(&budget, 10000);
	budget_begin_turn(&budget, 0);
	budget_add_waiting(&budget, 50000000);
	budget_begin_part(&budget, 20);
	assert_true(budget_goes_on(&budget));
	budget_add_waiting(&budget, 30000000);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_WAITED);
	assert_false(budget_refuse(&budget, NULL, &error));
	assert_int_equal(error.status, 503);
	budget_restart(&budget);
	budget_begin_turn(&budget, 0);
	budget_begin_part(&budget, 20);
	budget_add_waiting(&budget, 30000000);
	work(30);
	assert_false(budget_goes_on(&budget));
	assert_int_equal(budget.ended, BUDGET_TOO_SLOW);
}

static void rows_are_counted(void **state)
{
	struct budget budget;
	struct error error;
	(void)state;
	budget_init(&budget, 0);
	budget.rows = 2;
	budget_begin_turn(&budget, 0);
	assert_true(budget_take_row(&budget, &error));
	assert_true(budget_take_row(&budget, &error));
	assert_false(budget_take_row(&budget, &error));
	assert_int_equal(error.status, 400);
	assert_true(budget_take_row(NULL, &error));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(time_is_counted_over_all_turns),
	    cmocka_unit_test(a_turn_that_is_over_is_followed_by_another),
	    cmocka_unit_test(waiting_counts_only_for_a_database_elsewhere),
	    cmocka_unit_test(who_cancels_is_asked),
	    cmocka_unit_test(a_part_has_a_limit_of_its_own),
	    cmocka_unit_test(a_part_that_waits_for_a_database_is_not_to_blame),
	    cmocka_unit_test(rows_are_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
