/* Inside the room `content`: changes that lifecycles hear. */
#ifndef LECTERN_CONTENT_WRITE_HEARD_H
#define LECTERN_CONTENT_WRITE_HEARD_H

#include "content/lifecycles.h"
#include "write.h"

/* Begins the lifecycles of a change that is validated. *data, which it may replace, is what the listener leaves to be
 * stored; a creation that is heard stores the times that are in it. Nothing happens where nobody listens. */
bool heard_begin(struct write *write, struct lifecycle *lifecycle, enum content_lifecycle before,
                 const struct query *answer, int64_t entry_id, struct json_object **data);

/* Adds the times that hooks find in the data of every change, that of a component as well. */
void heard_add_times(const struct write *write, struct json_object *data, bool creation);

/* Ends them behind the change, whose entry is read as `answer` says; the result is what the listener leaves of it. Only
 * where heard_waits says so. */
bool heard_finish(struct write *write, struct lifecycle *lifecycle, const struct query *answer, int64_t entry_id,
                  struct content_result **result);

/* Whether the lifecycles hear the change, or the read of its answer. */
bool heard_waits(const struct write *write, const struct lifecycle *lifecycle, const struct query *answer);

#endif
