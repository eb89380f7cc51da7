#include "lists.h"

#include <stdlib.h>

enum { LONGEST_KEY = 16384 };

void lists_init(struct lists *lists)
{
	pthread_mutex_init(&lists->lock, NULL);
}

static void empty(struct lists *lists, struct kept_list *list)
{
	lists->id_count -= list->count;
	free(list->key);
	free(list->ids);
	*list = (struct kept_list){.key = NULL};
}

void lists_free(struct lists *lists)
{
	for (size_t i = 0; i < LISTS_SLOTS; i++)
		empty(lists, &lists->slots[i]);
	pthread_mutex_destroy(&lists->lock);
}

bool lists_is_slow(struct lists *lists, struct slice statement)
{
	return heavy_knows(&lists->slow, statement, 1);
}

void lists_note_time(struct lists *lists, struct slice statement, int64_t nanoseconds)
{
	if (nanoseconds >= LISTS_SLOW)
		heavy_remember(&lists->slow, statement, 1);
}

void list_page_copy(struct list_page *page, const int64_t *ids, size_t count)
{
	const size_t left = page->offset < count ? count - page->offset : 0;
	page->count = left < page->limit ? left : page->limit;
	if (page->count)
		memcpy(page->ids, ids + page->offset, page->count * sizeof *ids);
}

bool lists_find(struct lists *lists, struct slice key, struct list_page *page)
{
	const uint64_t hash = slice_hash(key);
	pthread_mutex_lock(&lists->lock);
	const struct kept_list *list = &lists->slots[hash % LISTS_SLOTS];
	const bool found = list->key && list->hash == hash &&
	                   slice_equals((struct slice){list->key, list->length}, key) &&
	                   (list->whole || list->count >= page->offset + page->limit);
	if (found)
		list_page_copy(page, list->ids, list->count);
	pthread_mutex_unlock(&lists->lock);
	return found;
}

void lists_keep(struct lists *lists, struct slice key, int64_t *ids, size_t count, bool whole)
{
	const uint64_t hash = slice_hash(key);
	char *copy = key.len <= LONGEST_KEY && count <= LISTS_LONGEST ? malloc(key.len) : NULL;
	if (!copy) {
		free(ids);
		return;
	}
	memcpy(copy, key.ptr, key.len);
	pthread_mutex_lock(&lists->lock);
	struct kept_list *list = &lists->slots[hash % LISTS_SLOTS];
	empty(lists, list);
	while (lists->id_count + count > LISTS_MOST)
		empty(lists, &lists->slots[lists->next_to_go++ % LISTS_SLOTS]);
	*list = (struct kept_list){copy, key.len, hash, ids, count, whole};
	lists->id_count += count;
	pthread_mutex_unlock(&lists->lock);
}
