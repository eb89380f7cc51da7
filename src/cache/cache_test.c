#include "shard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static bool good(void *context, const struct cached *cached)
{
	(void)cached;
	return context == NULL;
}

/* `key` of 5 bytes; all of them in one bucket. */
static struct cached *make(const char *key, size_t size)
{
	struct cached *cached = calloc(1, sizeof *cached);
	assert_non_null(cached);
	*cached = (struct cached){.uses = 1, .hash = 7, .key = slice_of(key), .size = size};
	return cached;
}

static void put(struct shard *shard, const char *key, size_t size)
{
	struct cached *cached = make(key, size);
	shard_put(shard, cached);
	cache_release(cached);
}

static bool finds(struct shard *shard, const char *key)
{
	struct cached *found = shard_find(shard, 7, slice_of(key), good, NULL);
	if (found)
		assert_true(slice_is(found->key, key));
	cache_release(found);
	return found;
}

static void what_was_not_used_for_the_longest_time_goes(void **state)
{
	(void)state;
	static struct shard shard;
	static const char *const keys[] = {"one", "two", "three", "four", "five", "six", "seven", "eight"};
	shard_init(&shard, 800);
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		put(&shard, keys[i], 100);
	assert_true(finds(&shard, "one"));
	put(&shard, "nine", 100);
	assert_false(finds(&shard, "two"));
	assert_true(finds(&shard, "one"));
	assert_true(finds(&shard, "nine"));
	assert_int_equal(shard.counts.bytes, 800);
	assert_int_equal(shard.counts.answers, 8);
	assert_int_equal(shard.counts.evicted, 1);
	/* One in the place of its own key. */
	put(&shard, "nine", 50);
	assert_int_equal(shard.counts.answers, 8);
	assert_int_equal(shard.counts.bytes, 750);
	/* Too large. */
	put(&shard, "ten", 101);
	assert_false(finds(&shard, "ten"));
	assert_int_equal(shard.counts.answers, 8);
	shard_free(&shard);
}

static void what_is_in_use_stays_until_it_is_released(void **state)
{
	(void)state;
	static struct shard shard;
	static int outdated;
	shard_init(&shard, 1 << 20);
	put(&shard, "one", 100);
	struct cached *used = shard_find(&shard, 7, SLICE("one"), good, NULL);
	assert_non_null(used);
	assert_null(shard_find(&shard, 7, SLICE("one"), good, &outdated));
	assert_false(finds(&shard, "one"));
	assert_int_equal(shard.counts.answers, 0);
	assert_int_equal(shard.counts.outdated, 1);
	assert_true(slice_is(used->key, "one"));
	cache_release(used);
	shard_free(&shard);
}

static void equal_bytes_have_equal_etags(void **state)
{
	(void)state;
	char one[CACHE_ETAG + 1], other[CACHE_ETAG + 1];
	cache_write_etag(SLICE("{\"data\":null}"), one);
	cache_write_etag(SLICE("{\"data\":nul1}"), other);
	assert_string_not_equal(one, other);
	/* The same in every process, and on every machine. */
	cache_write_etag(SLICE(""), other);
	assert_string_equal(other, "\"99aa06d3014798d86001c324468d497f\"");
	assert_int_equal(strlen(one), CACHE_ETAG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_was_not_used_for_the_longest_time_goes),
	    cmocka_unit_test(what_is_in_use_stays_until_it_is_released),
	    cmocka_unit_test(equal_bytes_have_equal_etags),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
