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

void totals_free(struct totals *totals)
{
	for (size_t i = 0; i < TOTALS_SLOTS; i++) {
		free(totals->slots[i].key);
		totals->slots[i] = (struct total){0};
	}
}

bool totals_find(struct totals *totals, uint64_t version, struct slice key, int64_t *count)
{
	if (totals->version != version) {
		totals_free(totals);
		totals->version = version;
		return false;
	}
	uint64_t hash = slice_hash(key);
	const struct total *total = &totals->slots[hash % TOTALS_SLOTS];
	if (!total->key || total->hash != hash || !slice_equals((struct slice){total->key, total->length}, key))
		return false;
	*count = total->count;
	return true;
}

void totals_keep(struct totals *totals, struct slice key, int64_t count)
{
	if (key.len > TOTALS_LONGEST_KEY)
		return;
	uint64_t hash = slice_hash(key);
	struct total *total = &totals->slots[hash % TOTALS_SLOTS];
	char *copy = malloc(key.len);
	if (!copy)
		return;
	memcpy(copy, key.ptr, key.len);
	free(total->key);
	*total = (struct total){copy, key.len, hash, count};
}
