#include "first_ids.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_LIMIT, ARGUMENT_OFFSET, ARGUMENT_DIRECTIONS, ARGUMENT_ID, ARGUMENT_KEYS };

/* A value as SQLite sorts it: null, then numbers, then texts, then blobs. */
struct key {
	int type; /* SQLITE_NULL, … */
	int64_t integer;
	double number;
	const void *bytes; /* of a text or blob: SQLite's, or in the row's */
	size_t length;
};

struct first_row {
	int64_t id;
	char *bytes; /* malloc'd: the texts of the keys, one after the other */
	size_t capacity;
	struct key keys[]; /* as many as the function has */
};

/* The first rows so far, in their order. */
struct first_rows {
	struct first_row **rows; /* malloc'd; NULL: none came yet */
	size_t count, most, offset, key_count, bytes;
	bool descending[FIRST_IDS_KEYS + 1];
};

static int rank(int type)
{
	switch (type) {
	case SQLITE_NULL:
		return 0;
	case SQLITE_INTEGER:
	case SQLITE_FLOAT:
		return 1;
	case SQLITE_TEXT:
		return 2;
	default:
		return 3;
	}
}

/* A long double holds every integer of 64 bits and every double. */
static int compare_numbers(const struct key *a, const struct key *b)
{
	if (a->type == SQLITE_INTEGER && b->type == SQLITE_INTEGER)
		return (a->integer > b->integer) - (a->integer < b->integer);
	const long double x = a->type == SQLITE_INTEGER ? (long double)a->integer : (long double)a->number;
	const long double y = b->type == SQLITE_INTEGER ? (long double)b->integer : (long double)b->number;
	return (x > y) - (x < y);
}

static int compare_bytes(const struct key *a, const struct key *b)
{
	const size_t shared = a->length < b->length ? a->length : b->length;
	const int order = shared ? memcmp(a->bytes, b->bytes, shared) : 0;
	return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_keys(const struct key *a, const struct key *b)
{
	const int place = rank(a->type);
	if (place != rank(b->type))
		return place - rank(b->type);
	return place == 0 ? 0 : place == 1 ? compare_numbers(a, b) : compare_bytes(a, b);
}

static bool comes_before(const struct first_rows *first, const struct key *keys, int64_t id,
                         const struct first_row *row)
{
	for (size_t i = 0; i < first->key_count; i++) {
		const int order = compare_keys(&keys[i], &row->keys[i]);
		if (order)
			return (order < 0) != first->descending[i];
	}
	return (id < row->id) != first->descending[first->key_count];
}

static struct key read_key(sqlite3_value *value)
{
	struct key key = {.type = sqlite3_value_type(value)};
	switch (key.type) {
	case SQLITE_INTEGER:
		key.integer = sqlite3_value_int64(value);
		break;
	case SQLITE_FLOAT:
		key.number = sqlite3_value_double(value);
		break;
	case SQLITE_TEXT:
		key.bytes = sqlite3_value_text(value);
		key.length = (size_t)sqlite3_value_bytes(value);
		break;
	case SQLITE_BLOB:
		key.bytes = sqlite3_value_blob(value);
		key.length = (size_t)sqlite3_value_bytes(value);
		break;
	default:
		break;
	}
	return key;
}

/* Fills in the row, which takes copies of the texts. False without memory. */
static bool fill_row(struct first_rows *first, struct first_row *row, int64_t id, const struct key *keys)
{
	size_t length = 0;
	for (size_t i = 0; i < first->key_count; i++)
		length += keys[i].length;
	if (length > row->capacity) {
		char *bytes = realloc(row->bytes, length);
		if (!bytes)
			return false;
		first->bytes += length - row->capacity;
		row->bytes = bytes;
		row->capacity = length;
	}
	row->id = id;
	char *to = row->bytes;
	for (size_t i = 0; i < first->key_count; i++) {
		row->keys[i] = keys[i];
		row->keys[i].bytes = to;
		if (keys[i].length)
			to = (char *)memcpy(to, keys[i].bytes, keys[i].length) + keys[i].length;
	}
	return true;
}

static void free_rows(struct first_rows *first)
{
	for (size_t i = 0; first->rows && i < first->count; i++) {
		free(first->rows[i]->bytes);
		free(first->rows[i]);
	}
	free(first->rows);
	*first = (struct first_rows){.rows = NULL};
}

static void fail(sqlite3_context *call, struct first_rows *first, int code)
{
	free_rows(first);
	sqlite3_result_error_code(call, code);
}

/* False where the call is not one that the store writes. */
static bool begin(struct first_rows *first, int count, sqlite3_value **values)
{
	const int64_t limit = sqlite3_value_int64(values[ARGUMENT_LIMIT]);
	const int64_t offset = sqlite3_value_int64(values[ARGUMENT_OFFSET]);
	const char *directions = (const char *)sqlite3_value_text(values[ARGUMENT_DIRECTIONS]);
	first->key_count = (size_t)count - ARGUMENT_KEYS;
	if (limit < 1 || offset < 0 || limit > FIRST_IDS_MOST || offset > FIRST_IDS_MOST - limit || !directions ||
	    strlen(directions) != first->key_count + 1)
		return false;
	for (size_t i = 0; i <= first->key_count; i++)
		first->descending[i] = directions[i] == 'd';
	first->most = (size_t)(limit + offset);
	first->offset = (size_t)offset;
	first->rows = calloc(first->most, sizeof *first->rows);
	return first->rows;
}

/* The row that is filled in next: a new one, or that which has no place any more. */
static struct first_row *row_to_fill(struct first_rows *first)
{
	if (first->count == first->most)
		return first->rows[first->count - 1];
	struct first_row *row = calloc(1, sizeof *row + first->key_count * sizeof *row->keys);
	if (row)
		first->rows[first->count++] = row;
	return row;
}

static size_t place_of(const struct first_rows *first, const struct key *keys, int64_t id)
{
	size_t from = 0, to = first->count;
	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (comes_before(first, keys, id, first->rows[middle]))
			to = middle;
		else
			from = middle + 1;
	}
	return from;
}

static void first_ids_step(sqlite3_context *call, int count, sqlite3_value **values)
{
	struct first_rows *first = sqlite3_aggregate_context(call, sizeof *first);
	struct key keys[FIRST_IDS_KEYS];
	if (!first) {
		sqlite3_result_error_nomem(call);
		return;
	}
	if (!first->rows && !begin(first, count, values)) {
		fail(call, first, SQLITE_MISUSE);
		return;
	}
	const int64_t id = sqlite3_value_int64(values[ARGUMENT_ID]);
	for (size_t i = 0; i < first->key_count; i++)
		keys[i] = read_key(values[ARGUMENT_KEYS + i]);
	if (first->count == first->most && !comes_before(first, keys, id, first->rows[first->count - 1]))
		return;
	const size_t place = place_of(first, keys, id);
	struct first_row *row = row_to_fill(first);
	if (!row || !fill_row(first, row, id, keys)) {
		fail(call, first, SQLITE_NOMEM);
		return;
	}
	memmove(first->rows + place + 1, first->rows + place, (first->count - 1 - place) * sizeof(struct first_row *));
	first->rows[place] = row;
	if (first->bytes > FIRST_IDS_BYTES)
		fail(call, first, SQLITE_TOOBIG);
}

static void first_ids_final(sqlite3_context *call)
{
	struct first_rows *first = sqlite3_aggregate_context(call, 0);
	if (!first || !first->rows)
		return;
	const size_t count = first->count > first->offset ? first->count - first->offset : 0;
	int64_t *ids = sqlite3_malloc64(count * sizeof *ids + 1);
	for (size_t i = 0; ids && i < count; i++)
		ids[i] = first->rows[first->offset + i]->id;
	if (ids)
		sqlite3_result_blob64(call, ids, count * sizeof *ids, sqlite3_free);
	else
		sqlite3_result_error_nomem(call);
	free_rows(first);
}

int first_ids_register(sqlite3 *database)
{
	int result = SQLITE_OK;
	for (int keys = 1; keys <= FIRST_IDS_KEYS && result == SQLITE_OK; keys++)
		result = sqlite3_create_function(database, "lectern_first_ids", ARGUMENT_KEYS + keys,
		                                 SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, NULL, first_ids_step,
		                                 first_ids_final);
	return result;
}
