/* Inside the room `transfer`: lines of an export, written without their line feed. */
#ifndef LECTERN_TRANSFER_LINE_WRITE_H
#define LECTERN_TRANSFER_LINE_WRITE_H

#include "line.h"

void transfer_write_header(struct buffer *buffer, const int64_t counts[TRANSFER_KINDS]);

/* The row that the cursor of store_select_rows stands on. */
void transfer_write_row(struct buffer *buffer, const struct transfer_table *table, struct store_cursor *cursor);

#endif
