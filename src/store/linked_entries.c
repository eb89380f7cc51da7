/* Entries that have links at all. */
#include "linked_entries.h"

#include <stdlib.h>

void linked_init(struct linked *linked)
{
	pthread_mutex_init(&linked->lock, NULL);
}

void linked_free(struct linked *linked)
{
	for (size_t i = 0; i < LINKED_SLOTS; i++)
		free(linked->slots[i].ids);
	pthread_mutex_destroy(&linked->lock);
}

static struct linked_entries *slot_of(struct linked *linked, const struct attribute *relation)
{
	return &linked->slots[(uintptr_t)relation / sizeof *relation % LINKED_SLOTS];
}

static int compare_ids(const void *one, const void *other)
{
	const int64_t *a = one, *b = other;
	return (*a > *b) - (*a < *b);
}

static bool has(const struct linked_entries *entries, int64_t id)
{
	size_t low = 0, high = entries->count;
	while (low < high) {
		const size_t middle = (low + high) / 2;
		if (entries->ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < entries->count && entries->ids[low] == id;
}

/* With the lock held. */
static enum linked_answer filter(struct linked_entries *entries, bool good, int64_t *ids, size_t *count)
{
	size_t kept = 0;
	if (!good)
		return ++entries->asked > LINKED_WORTH + entries->rows / LINKED_ROWS_A_QUESTION ? LINKED_WORTH_READING
		                                                                                : LINKED_UNKNOWN;
	if (entries->many)
		return LINKED_UNKNOWN;
	for (size_t i = 0; i < *count; i++)
		if (has(entries, ids[i]))
			ids[kept++] = ids[i];
	*count = kept;
	return LINKED_KNOWN;
}

enum linked_answer linked_filter(struct linked *linked, const struct changes *changes, const struct attribute *relation,
                                 uint16_t table, uint64_t moment, int64_t *ids, size_t *count)
{
	pthread_mutex_lock(&linked->lock);
	struct linked_entries *entries = slot_of(linked, relation);
	if (entries->relation != relation) {
		free(entries->ids);
		*entries = (struct linked_entries){.relation = relation, .asked = 1};
		pthread_mutex_unlock(&linked->lock);
		return LINKED_UNKNOWN;
	}
	/* Entries of a later moment than that of the session are good, but not what it sees. */
	const bool read = entries->ids || entries->many, later = read && entries->moment > moment;
	const bool good = read && !later && changes_none_since(changes, &table, 1, entries->moment);
	const enum linked_answer answer = later ? LINKED_UNKNOWN : filter(entries, good, ids, count);
	pthread_mutex_unlock(&linked->lock);
	return answer;
}

void linked_keep(struct linked *linked, const struct attribute *relation, uint64_t moment, int64_t *owners,
                 size_t count, size_t rows)
{
	const bool many = rows > LINKED_MOST;
	int64_t *ids = many ? NULL : malloc((count + 1) * sizeof *ids);
	size_t kept = 0;
	if (!many && !ids)
		return;
	if (!many && count) {
		qsort(owners, count, sizeof *owners, compare_ids);
		for (size_t i = 0; i < count; i++)
			if (!kept || ids[kept - 1] != owners[i])
				ids[kept++] = owners[i];
	}
	pthread_mutex_lock(&linked->lock);
	struct linked_entries *entries = slot_of(linked, relation);
	/* Another thread may have read them later. */
	if (entries->relation == relation && (entries->ids || entries->many) && entries->moment >= moment) {
		free(ids);
	} else {
		free(entries->ids);
		*entries = (struct linked_entries){relation, moment, 0, many, rows, kept, ids};
	}
	pthread_mutex_unlock(&linked->lock);
}
