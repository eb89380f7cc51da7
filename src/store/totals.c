#include "totals.h"

#include <stdlib.h>

void totals_write_key(struct buffer *key, const struct sql *sql)
{
	buffer_slice(key, buffer_as_slice(&sql->text));
	for (size_t i = 0; i < sql->bind_count; i++) {
		const struct value *value = &sql->binds[i].value;
		buffer_format(key, "|%d:%zu:", (int)value->kind, value->text.len);
		switch (value->kind) {
		case VALUE_NULL:
			break;
		case VALUE_TEXT:
			buffer_slice(key, value->text);
			break;
		case VALUE_NUMBER:
			buffer_format(key, "%.17g", value->number);
			break;
		case VALUE_INTEGER:
		case VALUE_BOOLEAN:
		case VALUE_DATETIME:
			buffer_int(key, value->integer);
			break;
		}
	}
}

void totals_init(struct totals *totals)
{
	pthread_mutex_init(&totals->lock, NULL);
}

void totals_free(struct totals *totals)
{
	for (size_t i = 0; i < TOTALS_SLOTS; i++)
		free(totals->slots[i].key);
	pthread_mutex_destroy(&totals->lock);
}

bool totals_find(struct totals *totals, struct slice key, int64_t *count)
{
	return totals_find_recent(totals, key, INT64_MAX, count);
}

bool totals_find_recent(struct totals *totals, struct slice key, int64_t age, int64_t *count)
{
	uint64_t hash = slice_hash(key);
	pthread_mutex_lock(&totals->lock);
	const struct total *total = &totals->slots[hash % TOTALS_SLOTS];
	bool found = total->key && total->hash == hash &&
	             slice_equals((struct slice){total->key, total->length}, key) &&
	             (age == INT64_MAX || clock_milliseconds() - total->when <= age);
	if (found)
		*count = total->count;
	pthread_mutex_unlock(&totals->lock);
	return found;
}

void totals_keep(struct totals *totals, struct slice key, int64_t count)
{
	if (key.len > TOTALS_LONGEST_KEY)
		return;
	char *copy = malloc(key.len);
	if (!copy)
		return;
	memcpy(copy, key.ptr, key.len);
	uint64_t hash = slice_hash(key);
	pthread_mutex_lock(&totals->lock);
	struct total *total = &totals->slots[hash % TOTALS_SLOTS];
	char *before = total->key;
	*total = (struct total){copy, key.len, hash, count, clock_milliseconds()};
	pthread_mutex_unlock(&totals->lock);
	free(before);
}
