/* Inside the folder: the rows of a populate that the database gives in any order. */
#ifndef LECTERN_CONTENT_READ_UNORDERED_H
#define LECTERN_CONTENT_READ_UNORDERED_H

#include "read.h"

/* Reads all rows of the cursor of `select`, and adds them to their parents in the order of the links. With *too_many, a
 * parent has more rows than its page takes: what was added is worth nothing, and the rows are to be read in order. */
bool unordered_take(const struct content_call *call, struct content_result *result, const struct entries *parents,
                    struct related *related, const struct store_select *select, struct store_cursor *cursor,
                    bool *too_many, struct error *error);

#endif
