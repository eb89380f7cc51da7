/* Inside the room `content`: changes of types that have a listener. */
#ifndef LECTERN_CONTENT_WRITE_LIFECYCLE_H
#define LECTERN_CONTENT_WRITE_LIFECYCLE_H

#include "content/lifecycles.h"
#include "write.h"

/* Begins the lifecycles of a change that is validated. The listener may replace *data, which is then stored; with a
 * listener, a creation stores the times that are in it. Does nothing without a listener. */
bool lifecycle_begin_write(struct write *write, struct lifecycle *lifecycle, enum content_lifecycle before,
                           const struct query *answer, int64_t entry_id, struct json_object **data);

/* Adds the time to the data; where it is there already, only if `always`. `now`: milliseconds. */
void lifecycle_add_time(struct json_object *data, const char *name, int64_t now, bool always);

/* Adds {"where": {"id": …}} to event.params. */
void lifecycle_add_where(struct json_object *params, int64_t entry_id, bool as_text);

/* Adds the times that hooks find in the data of every change, that of a component as well. */
void lifecycle_add_times(const struct write *write, struct json_object *data, bool creation);

/* Ends the lifecycles after the change: reads its entry as `answer` says; the result is that of the listener. Only
 * where lifecycle_follows_write is true. */
bool lifecycle_finish_write(struct write *write, struct lifecycle *lifecycle, const struct query *answer,
                            int64_t entry_id, struct content_result **result);

/* Whether the change has lifecycles, or the read of its answer has. */
bool lifecycle_follows_write(const struct write *write, const struct lifecycle *lifecycle, const struct query *answer);

#endif
