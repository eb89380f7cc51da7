/* Inside the folder: what comes after an entry is stored: its answer is read, hooks and others are told. On the thread
 * that writes. *result is to be freed with content_free; it is freed when a function fails that was given one. */
#ifndef LECTERN_CONTENT_WRITE_ANSWER_H
#define LECTERN_CONTENT_WRITE_ANSWER_H

#include "lifecycle.h"

/* Reads the entry back. 404 when the answer leaves it out: then the change is rolled back. `later`: see
 * content_change.answer_later. */
bool answer_read(const struct content_call *call, const struct query *answer, bool later, int64_t entry_id,
                 struct content_result **result, struct error *error);

/* Gives the other language versions what they share with the entry. The answer shows them as they were before. */
bool answer_update_versions(struct write *write, const struct query *answer, int64_t entry_id,
                            struct content_result *result);

/* Tells others of the versions that changed with the entry, after they are told of it. */
bool answer_notify_versions(struct write *write, const struct query *answer, int64_t entry_id,
                            struct content_result *result);

/* Runs the hooks that look at an entry once it is stored, and tells others of it. */
bool answer_run_hooks(const struct content_call *call, enum content_moment moment, const struct content_change *change,
                      int64_t entry_id, struct content_result *result, struct error *error);

/* All of that, in its order. */
bool answer_change(struct write *write, const struct content_change *change, struct lifecycle *lifecycle,
                   enum content_moment moment, int64_t entry_id, struct content_result **result);

#endif
