/* Inside the room `content`: rows of a cursor as the entries of a result. */
#ifndef LECTERN_CONTENT_READ_ROWS_H
#define LECTERN_CONTENT_READ_ROWS_H

#include "entries.h"

/* Reads the cells of one kind of row as JSON members, with the names written only once. */
struct row_writer {
	const struct attribute **fields;
	struct slice *keys; /* ,"name": */
	size_t *key_lengths;
	size_t count;
};

struct row_writer rows_create_writer(struct arena *arena, const struct store_select *select);

/* False, with 400, when
 * the call's budget does not allow another row, or what the rows before it hold. */
bool rows_spend(const struct content_call *call, struct content_result *result, struct error *error);

/* The item for the cursor's row; an entry that was met before is not read again. */
uint32_t rows_take(const struct content_call *call, const struct row_writer *writer, struct store_cursor *cursor,
                   struct content_result *result, struct entries *entries);

#endif
