#include "id_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void ids_are_found(void **state)
{
	static const int64_t ids[] = {0,  1,    511,  512,       513,       1000000,
	                              -1, -512, -513, INT64_MAX, INT64_MIN, INT64_C(1) << 53};
	struct id_set set = {0};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		assert_false(id_set_has(&set, ids[i]));
		assert_true(id_set_add(&set, ids[i]));
		assert_false(id_set_add(&set, ids[i]));
		for (size_t j = 0; j < COUNT_OF(ids); j++)
			assert_int_equal(id_set_has(&set, ids[j]), j <= i);
	}
	assert_int_equal(set.count, COUNT_OF(ids));
	assert_false(id_set_has(&set, 2));
	id_set_free(&set);
	assert_false(id_set_has(&set, 1));
}

static void many_ids_are_small(void **state)
{
	struct id_set set = {0};
	(void)state;
	for (int64_t id = 1; id <= 300000; id += 3)
		assert_true(id_set_add(&set, id));
	for (int64_t id = 1; id <= 300000; id++)
		assert_int_equal(id_set_has(&set, id), id % 3 == 1);
	assert_true(set.capacity <= 1024);
	id_set_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(ids_are_found), cmocka_unit_test(many_ids_are_small)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
