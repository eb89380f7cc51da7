#include "write.h"

enum { PAGE = 1000, KEPT_BYTES = 1024 * 1024 };

static bool visit_page(struct strapi_writing *writing, const struct transfer_table *table, struct store_cursor *cursor,
                       strapi_row_visitor *visitor, void *context, int64_t *last, size_t *count)
{
	bool row;
	while (store_next(cursor, &row, writing->error)) {
		if (!row)
			return true;
		*last = store_id(cursor);
		(*count)++;
		if (!store_row_counts(cursor))
			writing->result->left_out += table->kind == TRANSFER_LINK;
		else if (!visitor(writing, context, table, cursor))
			return false;
		progress_step(&writing->progress);
	}
	return false;
}

bool strapi_visit_rows(struct strapi_writing *writing, const struct transfer_table *table, strapi_row_visitor *visitor,
                       void *context)
{
	/* Ids may be below 1 where other programs wrote. */
	int64_t last = INT64_MIN;
	size_t count;
	do {
		struct store_cursor *cursor;
		count = 0;
		arena_reset(writing->call.arena, KEPT_BYTES);
		if (!store_select_rows(writing->call.session, &table->store, last, PAGE, &cursor, writing->error))
			return false;
		bool done = visit_page(writing, table, cursor, visitor, context, &last, &count);
		store_close_cursor(cursor);
		if (!done)
			return false;
	} while (count == PAGE);
	return true;
}
