/* Inside the folder: entries as they are shown. */
#ifndef LECTERN_API_ADMIN_CONTENT_ENTRIES_H
#define LECTERN_API_ADMIN_CONTENT_ENTRIES_H

#include "rights.h"
#include "shape.h"

/* The query for the entry as a form shows it, with the fields that the rules of reading allow for it. `id` 0: it is
 * not there yet, and what holds of some entries only is not request. */
bool entries_query(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                   int64_t id, enum shape_depth depth, struct query **query);

/* Reads the entry as a form shows it into the answer; 404 when there is none. */
bool entries_answer(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                    int64_t id, enum shape_depth depth);

/* Writes the entry that was read for that depth into the answer. */
void entries_write(struct admin_call *call, const struct content_type *type, const struct content_result *result,
                   enum shape_depth depth);

/* The id of a single type's entry in the locale that is asked for, of those that the action is allowed for (NULL: of
 * all); 0 when there is none. */
bool entries_find_single(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                         const char *action, int64_t *id);

/* The locale that the query string asks for; empty: none. */
struct slice entries_locale(struct admin_call *call);

#endif
