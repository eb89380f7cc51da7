/* Puts the rows of a populate in their order: where a page holds all that a parent has, this takes the database's sort
 * away, and with it a copy of each row. */
#include "unordered.h"
#include "rows.h"

#include <stdlib.h>

/* A row that is still to be put in its place. */
struct unordered_row {
	bool has_order;
	double order;
	int64_t id;
	uint32_t parent, item;
};

static int compare_rows(const void *one, const void *other)
{
	const struct unordered_row *a = one, *b = other;
	if (a->parent != b->parent)
		return a->parent < b->parent ? -1 : 1;
	if (a->has_order != b->has_order)
		return a->has_order ? 1 : -1;
	if (a->has_order && a->order != b->order)
		return a->order < b->order ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Places that a row takes on average before all are sorted another way: most come in their order. */
enum { MOST_MOVES = 4 };

static void order_rows(struct unordered_row *rows, size_t count)
{
	size_t moves = 0;
	for (size_t i = 1; i < count && moves <= MOST_MOVES * count; i++) {
		const struct unordered_row row = rows[i];
		size_t at = i;
		for (; at && compare_rows(&rows[at - 1], &row) > 0; at--)
			rows[at] = rows[at - 1];
		rows[at] = row;
		moves += i - at;
	}
	if (moves > MOST_MOVES * count)
		qsort(rows, count, sizeof *rows, compare_rows);
}

/* The rows so far. `left`: how many more each parent's page takes; NULL: all. */
struct unordered_rows {
	struct unordered_row *rows;
	size_t count, capacity;
	int64_t *left;
};

static void begin(struct unordered_rows *rows, struct arena *arena, const struct query *query, size_t parents)
{
	*rows = (struct unordered_rows){0};
	if (query->limit < 0)
		return;
	rows->left = arena_alloc_unset(arena, (parents + 1) * sizeof *rows->left);
	for (size_t i = 0; i < parents; i++)
		rows->left[i] = query->limit;
}

bool unordered_take(const struct content_call *call, struct content_result *result, const struct entries *parents,
                    struct related *related, const struct store_select *select, struct store_cursor *cursor,
                    bool *too_many, struct error *error)
{
	struct row_writer writer = rows_create_writer(call->arena, select);
	struct unordered_rows rows;
	bool row, done;
	*too_many = false;
	begin(&rows, call->arena, select->query, parents->count);
	while ((done = store_next(cursor, &row, error) && (!row || rows_spend(call, result, error))) && row) {
		struct unordered_row taken = {.id = store_id(cursor)};
		taken.parent = entries_find(parents, store_parent(cursor));
		if (taken.parent == NO_ENTRY)
			continue;
		*too_many = rows.left && rows.left[taken.parent]-- == 0;
		if (*too_many)
			return true;
		taken.has_order = store_order(cursor, &taken.order);
		taken.item = rows_take(call, &writer, cursor, result, &related->entries[0]);
		rows.rows = arena_grow(call->arena, rows.rows, rows.count, &rows.capacity, sizeof *rows.rows);
		rows.rows[rows.count++] = taken;
	}
	order_rows(rows.rows, rows.count);
	for (size_t i = 0; done && i < rows.count; i++)
		if (entries_may_add_related(related, rows.rows[i].parent))
			entries_add_related(call->arena, related, rows.rows[i].parent, 0, rows.rows[i].item);
	return done;
}
