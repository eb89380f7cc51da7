/* Inside the room `transfer`: what an import has read so far and what was there before, as far as lines depend on it.
 */
#ifndef LECTERN_TRANSFER_CHECK_H
#define LECTERN_TRANSFER_CHECK_H

#include "line.h"
#include "transfer.h"

struct transfer_check;

/* Lives in `arena`, the sets of ids beside it. `options` say what stays. */
struct transfer_check *transfer_check_create(struct arena *arena, struct transfer_tables *tables,
                                             const struct transfer_import_options *options);
void transfer_check_destroy(struct transfer_check *check);

/* The functions with a session use its arena, `scratch`, and reset it. */

/* False when there is more than what a new database has. */
bool transfer_check_empty(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                          struct error *error);

/* Looks at those entries of a new database that stay when the input has none of their kind. */
bool transfer_check_note_existing(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                                  struct error *error);

/* The first pass: each line once, in order. False when it repeats an entry, or ties what is not there. */
bool transfer_check_line(struct transfer_check *check, const struct transfer_line *line, struct error *error);

/* Empties all tables, but for what stays. */
bool transfer_check_clear(struct transfer_check *check, struct store_session *session, struct arena *scratch,
                          struct error *error);

/* The second pass: each line once, in order. References to entries that were not written yet become null, and the line
 * is remembered. False when such an entry never comes. */
bool transfer_resolve_line(struct transfer_check *check, struct transfer_line *line, struct error *error);

/* True when lines were remembered. Then a third pass writes their references. */
bool transfer_check_is_incomplete(const struct transfer_check *check);
bool transfer_complete_line(const struct transfer_check *check, struct store_session *session,
                            const struct transfer_line *line, struct error *error);

#endif
