/* Arenas, buffers and maps. */
#include "base.h"

#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_arena(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	for (size_t size = 1; size < 100000; size = size * 3 + 1) {
		unsigned char *bytes = arena_alloc(arena, size);
		assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(bytes[i], 0);
		memset(bytes, 0xAA, size);
	}
	assert_string_equal(arena_copy(arena, (struct slice){"abcdef", 3}), "abc");
	assert_string_equal(arena_copy(arena, (struct slice){NULL, 0}), "");
	assert_string_equal(arena_format(arena, "%s-%d", "x", 7), "x-7");
	arena_destroy(arena);
}

static int release_count;

static void release(void *context)
{
	*(int *)context = ++release_count;
}

static void test_arena_defer(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	int first = 0, second = 0, later = 0;
	arena_defer(arena, release, &first);
	arena_defer(arena, release, &second);
	assert_int_equal(first + second, 0);
	arena_reset(arena, 1 << 16);
	assert_int_equal(second, 1);
	assert_int_equal(first, 2);
	arena_defer(arena, release, &later);
	arena_destroy(arena);
	assert_int_equal(later, 3);
	assert_int_equal(second, 1); /* once only */
}

static void test_arena_reset(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	memset(arena_alloc(arena, 1000), 0xAA, 1000);
	arena_alloc(arena, 1 << 20);
	assert_true(arena_size(arena) > 1 << 20);
	arena_reset(arena, 1 << 16);
	assert_true(arena_size(arena) <= 1 << 16);
	unsigned char *bytes = arena_alloc(arena, 1000);
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(bytes[i], 0); /* memory used before is zeroed again */
	arena_destroy(arena);
}

static void test_arena_grow(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	int *items = NULL;
	size_t count = 0, capacity = 0;
	for (int i = 0; i < 1000; i++) {
		items = arena_grow(arena, items, count, &capacity, sizeof *items);
		assert_true(count < capacity);
		items[count++] = i;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(items[i], i);
	arena_destroy(arena);
}

static void test_buffer(void **state)
{
	(void)state;
	struct buffer buffer = {0};
	buffer_int(&buffer, INT64_MIN);
	buffer_byte(&buffer, ' ');
	buffer_int(&buffer, 0);
	buffer_format(&buffer, " %s", "text");
	assert_string_equal(buffer_terminate(&buffer), "-9223372036854775808 0 text");
	assert_int_equal(buffer.len, 27);
	buffer.len = 0;
	for (int i = 0; i < 10000; i++)
		buffer_text(&buffer, "0123456789");
	assert_int_equal(buffer.len, 100000);
	assert_memory_equal(buffer.data + 99990, "0123456789", 10);
	buffer_free(&buffer);
	assert_null(buffer.data);
}

static void test_map(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct map map;
	map_init(&map, arena);
	assert_null(map_get(&map, SLICE("x")));
	for (int i = 0; i < 1000; i++) {
		char *key = arena_format(arena, "key%d", i);
		assert_null(map_set(&map, slice_of(key), key));
	}
	assert_int_equal(map.count, 1000);
	for (int i = 0; i < 1000; i++) {
		char *key = arena_format(arena, "key%d", i);
		assert_string_equal(map_get(&map, slice_of(key)), key);
	}
	assert_null(map_get(&map, SLICE("key1000")));
	assert_string_equal(map_set(&map, SLICE("key7"), arena), "key7");
	assert_ptr_equal(map_get(&map, SLICE("key7")), arena);
	assert_int_equal(map.count, 1000);
	arena_destroy(arena);
}

static void test_map_keys(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct map map;
	map_init(&map, arena);
	map_keys(&map, arena);
	map_set(&map, SLICE("b"), arena);
	map_set(&map, SLICE("a\xC3"), arena);
	map_set(&map, SLICE("a"), arena);
	map_set(&map, SLICE(""), arena);
	const struct slice *keys = map_keys(&map, arena);
	assert_true(slice_is(keys[0], "") && slice_is(keys[1], "a") && slice_is(keys[2], "a\xC3") &&
	            slice_is(keys[3], "b"));
	arena_destroy(arena);
}

/* These had one hash, and with it a thousand like them made a table a list, before it was made a secret. */
static void test_hash(void **state)
{
	(void)state;
	static const char *const texts[] = {"uvH_2jQ6zqzqzqzq", "p6b1cBDXTFCtjq9l", "eAdcZOJAmKvEsnwH"};
	for (size_t i = 0; i < 3; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(slice_hash(slice_of(texts[i])) != slice_hash(slice_of(texts[j])));
	assert_true(slice_hash(SLICE("x")) == slice_hash(SLICE("x")));
	assert_true(slice_hash(SLICE("x")) != slice_hash((struct slice){"x", 2})); /* with a NUL behind */
}

static void test_errors(void **state)
{
	(void)state;
	struct error error;
	assert_false(error_validation(&error, "bad %s", "x"));
	assert_int_equal(error.status, 400);
	assert_string_equal(error.name, "ValidationError");
	assert_string_equal(error.message, "bad x");
	assert_false(error_not_found(&error));
	assert_int_equal(error.status, 404);
	char text[1201];
	for (size_t i = 0; i < 600; i++)
		memcpy(text + i * 2, "\xC3\xA9", 2);
	text[1200] = 0;
	error_validation(&error, "x%s", text);
	assert_true(strlen(error.message) < sizeof error.message);
	assert_true(slice_is_utf8(slice_of(error.message))); /* not cut within a character */
}

/* ---- when there is none left ---- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif

enum { MEBIBYTE = 1 << 20 };

static size_t address_space(void)
{
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%zu", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* In a process of its own: 0, or which of its expectations was not met. */
static int run_out_of_memory(void)
{
	memory_hold_back(32 * MEBIBYTE);
	struct arena *arena = arena_create();
	struct buffer large = {.large = true};
	struct rlimit limit = {.rlim_cur = address_space() + 16 * MEBIBYTE, .rlim_max = RLIM_INFINITY};
	if (setrlimit(RLIMIT_AS, &limit) != 0)
		return 1;
	if (memory_is_short() || !memory_has(MEBIBYTE) || memory_has(64 * MEBIBYTE))
		return 2;
	if (buffer_reserve(&large, 64 * MEBIBYTE) || !large.failed || memory_is_short())
		return 3;
	buffer_text(&large, "there is room for this");
	buffer_free(&large);
	if (large.failed || !large.large)
		return 4;
	for (int i = 0; i < 32; i++)
		memset(arena_alloc(arena, MEBIBYTE), 1, MEBIBYTE);
	if (!memory_is_short() || memory_recover())
		return 5;
	arena_destroy(arena);
	for (int i = 0; i < 500 && !memory_recover(); i++)
		usleep(10000);
	return memory_is_short() ? 6 : 0;
}

static void test_shortage(void **state)
{
	(void)state;
#ifdef SANITIZED
	skip();
#endif
	int status;
	pid_t child = fork();
	if (child == 0)
		_exit(run_out_of_memory());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_arena),       cmocka_unit_test(test_arena_defer),
	                                   cmocka_unit_test(test_arena_reset), cmocka_unit_test(test_arena_grow),
	                                   cmocka_unit_test(test_buffer),      cmocka_unit_test(test_map),
	                                   cmocka_unit_test(test_map_keys),    cmocka_unit_test(test_hash),
	                                   cmocka_unit_test(test_errors),      cmocka_unit_test(test_shortage)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
