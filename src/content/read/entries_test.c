/* Entries as they are read: each once by its id, in lists under their parents, measured before they are written, and
 * written in both styles. */
#include "size.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void an_entry_is_added_once(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct entries entries = {0};
	bool added;
	assert_int_equal(entries_find(&entries, 1), NO_ENTRY);
	for (int64_t i = 0; i < 1000; i++) {
		assert_int_equal(entries_add(arena, &entries, i * i - 500, &added), i);
		assert_true(added);
	}
	for (int64_t i = 0; i < 1000; i++) {
		assert_int_equal(entries_add(arena, &entries, i * i - 500, &added), i);
		assert_false(added);
		assert_int_equal(entries_find(&entries, i * i - 500), i);
		assert_int_equal(entries_ids(arena, &entries)[i], i * i - 500);
	}
	assert_int_equal(entries_find(&entries, -501), NO_ENTRY);
	assert_int_equal(entries.count, 1000);
	arena_destroy(arena);
}

static void related_entries_keep_their_order(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct related related = {0};
	entries_init_related(arena, &related, 3, 1);
	for (uint32_t i = 0; i < 10; i++)
		entries_add_related(arena, &related, i % 2, 0, i);
	uint32_t expected = 0, count = 0;
	for (uint32_t at = related.first[0]; at != NO_ENTRY; at = related.places[at].next, expected += 2, count++)
		assert_int_equal(related.places[at].item, expected);
	assert_int_equal(count, 5);
	assert_int_equal(related.first[2], NO_ENTRY);
	arena_destroy(arena);
}

static const struct content_type target = {.uid = "api::tag.tag"};
static const struct attribute tags = {
    .name = "tags", .type = ATTRIBUTE_RELATION, .relation = RELATION_MANY_TO_MANY, .target = &target, .multiple = true};
static const struct attribute tag = {
    .name = "tag", .type = ATTRIBUTE_RELATION, .relation = RELATION_MANY_TO_ONE, .target = &target};
static const struct attribute part = {.name = "part", .type = ATTRIBUTE_COMPONENT, .target = &target};
static const struct attribute image = {.name = "images", .type = ATTRIBUTE_MEDIA, .target = &target, .multiple = true};
static const struct attribute any = {
    .name = "any", .type = ATTRIBUTE_RELATION, .relation = RELATION_MORPH_TO_MANY, .multiple = true};

/* Two entries; the first has a tag over `attribute`, the second nothing. */
static struct content_result make(struct arena *arena, const struct attribute *attribute, const char *text)
{
	struct content_result result = {.with_locales = true};
	struct query *query = query_create(arena, &target), *inner = query_create(arena, &target);
	struct entries *entries = &result.entries;
	bool added;
	buffer_text(&result.text, text);
	query->populates = arena_alloc(arena, sizeof *query->populates);
	query->populates[0].attribute = attribute;
	query->populate_count = 1;
	entries->query = query;
	result.order = arena_array(arena, 2, sizeof *result.order);
	for (uint32_t i = 0; i < 2; i++)
		result.order[i] = entries_add(arena, entries, i + 1, &added);
	entries->items[0].length = strlen(text);
	result.row_count = 2;
	entries->related = arena_alloc(arena, sizeof *entries->related);
	entries->related->attribute = attribute;
	entries_init_related(arena, entries->related, 2, 1);
	entries->related->entries[0].query = inner;
	entries_add(arena, &entries->related->entries[0], 9, &added);
	entries_add_related(arena, entries->related, 0, 0, 0);
	return result;
}

static void check(const struct attribute *attribute, enum content_style style, const char *expected)
{
	struct arena *arena = arena_create();
	struct content_result result = make(arena, attribute, "\"a\":1");
	struct buffer json = {0};
	content_write_list(&json, &result, style);
	assert_string_equal(buffer_terminate(&json), expected);
	buffer_free(&json);
	content_free(&result);
	arena_destroy(arena);
}

#define META ",\"meta\":{\"availableLocales\":[]}}"

static void entries_are_written_in_both_styles(void **state)
{
	(void)state;
	check(&tags, CONTENT_WRAPPED,
	      "[{\"id\":1,\"attributes\":{\"a\":1,\"tags\":{\"data\":[{\"id\":9,\"attributes\":{}}]}}" META
	      ",{\"id\":2,\"attributes\":{\"tags\":{\"data\":[]}}" META "]");
	check(&tags, CONTENT_FLAT, "[{\"id\":1,\"a\":1,\"tags\":[{\"id\":9}]},{\"id\":2,\"tags\":[]}]");
	check(&tag, CONTENT_WRAPPED,
	      "[{\"id\":1,\"attributes\":{\"a\":1,\"tag\":{\"data\":{\"id\":9,\"attributes\":{}}}}" META
	      ",{\"id\":2,\"attributes\":{\"tag\":{\"data\":null}}" META "]");
	check(&tag, CONTENT_FLAT, "[{\"id\":1,\"a\":1,\"tag\":{\"id\":9}},{\"id\":2,\"tag\":null}]");
	check(&part, CONTENT_WRAPPED,
	      "[{\"id\":1,\"attributes\":{\"a\":1,\"part\":{\"id\":9}}" META
	      ",{\"id\":2,\"attributes\":{\"part\":null}" META "]");
	check(&image, CONTENT_FLAT, "[{\"id\":1,\"a\":1,\"images\":[{\"id\":9}]},{\"id\":2,\"images\":null}]");
	check(&any, CONTENT_FLAT, "[{\"id\":1,\"a\":1,\"any\":[{\"__type\":\"api::tag.tag\",\"id\":9}]},{\"id\":2}]");
}

static void an_answer_is_measured_before_it_is_written(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	struct content_result result = make(arena, &tags, ",\"a\":1");
	struct entries *entries = &result.entries;
	struct error error;
	size_measure(arena, entries);
	assert_true(size_check(&result, &error));
	/* Everything leads to one entry of a megabyte. */
	entries->related->entries[0].items[0].length = 1 << 20;
	for (int i = 0; i < 100; i++)
		entries_add_related(arena, entries->related, 1, 0, 0);
	size_measure(arena, entries);
	assert_true(size_check(&result, &error));
	for (int i = 0; i < 100; i++)
		entries_add_related(arena, entries->related, 1, 0, 0);
	size_measure(arena, entries);
	assert_false(size_check(&result, &error));
	assert_int_equal(error.status, 400);
	content_free(&result);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_entry_is_added_once),
	    cmocka_unit_test(related_entries_keep_their_order),
	    cmocka_unit_test(entries_are_written_in_both_styles),
	    cmocka_unit_test(an_answer_is_measured_before_it_is_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
