/* Inside the folder: drafts and published entries. */
#ifndef LECTERN_API_ADMIN_CONTENT_PUBLISH_H
#define LECTERN_API_ADMIN_CONTENT_PUBLISH_H

#include "changes.h"

/* Whether the entry has what a published one must have; 400 with what is missing. */
bool publish_check(struct entry_change *change, int64_t id);

/* Whether the entry, which is there, is published. */
bool publish_is(struct entry_change *change, int64_t id, bool *published);

/* Tells that it was published, or is no longer. */
bool publish_notify(struct entry_change *change, int64_t id, bool published);

/* The moment, as it is sent. */
struct json_object *publish_now(void);

#endif
