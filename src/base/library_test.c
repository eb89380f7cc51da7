#include "base.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { THREADS = 8 };

static struct {
	__typeof__ (&(cos))(cos);
	__typeof__ (&(floor))(floor);
} math;

static int begun;

static void note_begin(void)
{
	begun++;
	assert_non_null(math.floor);
}

static void *load_math(void *context)
{
	struct error error;
	return library_load(context, &error) && math.floor(2.5) == 2.0 && math.cos(0.0) == 1.0 ? context : NULL;
}

static void many_threads_load_it_once(void **state)
{
	static const char *const names[] = {"cos", "floor", NULL};
	struct library library = {
	    .file = "libm.so.6", .purpose = "Sums need", .names = names, .functions = &math, .begin = note_begin};
	pthread_t threads[THREADS];
	void *result;
	(void)state;
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, load_math, &library), 0);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &result);
		assert_ptr_equal(result, &library);
	}
	assert_int_equal(begun, 1);
}

static void a_missing_library_is_named(void **state)
{
	static const char *const names[] = {"cos", NULL};
	struct library library = {
	    .file = "libmissing.so.7", .purpose = "Sums need", .names = names, .functions = &math};
	struct error error;
	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_false(library_load(&library, &error));
		assert_int_equal(error.status, 500);
		assert_ptr_equal(strstr(error.message, "Sums need libmissing.so.7: "), error.message);
	}
}

static void a_missing_function_is_named(void **state)
{
	static const char *const names[] = {"cos", "cosine_of_moons", NULL};
	struct library library = {.file = "libm.so.6", .purpose = "Sums need", .names = names, .functions = &math};
	struct error error;
	(void)state;
	assert_false(library_load(&library, &error));
	assert_string_equal(error.message, "libm.so.6 lacks cosine_of_moons");
	assert_false(atomic_load(&library.loaded));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(many_threads_load_it_once),
	    cmocka_unit_test(a_missing_library_is_named),
	    cmocka_unit_test(a_missing_function_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
