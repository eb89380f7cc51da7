#include "findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void keeps_the_order_and_counts_kinds(void **state)
{
	struct arena *arena = arena_create();
	struct findings findings;
	(void)state;
	findings_init(&findings, arena);
	struct finding *first = findings_add(&findings, FINDING_MISTAKE, "a.json", "$.b", "expected %d", 3);
	findings_add(&findings, FINDING_CLOSES, "c.js", NULL, "is not run")->remedy = "Write it in C";
	assert_string_equal(first->message, "expected 3");
	assert_ptr_equal(findings.first, first);
	assert_string_equal(first->next->remedy, "Write it in C");
	assert_null(first->next->path);
	assert_null(first->next->next);
	assert_int_equal(findings_of_kind(&findings, FINDING_CLOSES), 1);
	assert_int_equal(findings_of_kind(&findings, FINDING_BLOCKS), 0);
	arena_destroy(arena);
}

static void keeps_no_more_than_a_thousand(void **state)
{
	struct arena *arena = arena_create();
	struct findings findings;
	(void)state;
	findings_init(&findings, arena);
	for (size_t i = 0; i < FINDINGS_KEPT; i++)
		assert_non_null(findings_add(&findings, FINDING_NOTE, "a", NULL, "b"));
	assert_null(findings_add(&findings, FINDING_NOTE, "a", NULL, "b"));
	assert_int_equal(findings.count, FINDINGS_KEPT + 1);
	assert_int_equal(findings_of_kind(&findings, FINDING_NOTE), FINDINGS_KEPT);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keeps_the_order_and_counts_kinds),
	    cmocka_unit_test(keeps_no_more_than_a_thousand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
