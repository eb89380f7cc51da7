/* What is known of links without a statement. A part of the door store.h. */
#ifndef LECTERN_STORE_LINKED_H
#define LECTERN_STORE_LINKED_H

#include "model/model.h"

struct store_session;

/* Leaves of the `*count` ids, entries of the type `owner`, those that may have links of its attribute, in their order:
 * relations, components and files. What has none is often known without a statement, where few entries have any.
 * Sessions that write leave all. */
bool store_leave_linked(struct store_session *session, const struct content_type *owner,
                        const struct attribute *attribute, int64_t *ids, size_t *count, struct error *error);

#endif
