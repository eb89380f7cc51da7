/* Inside the room `content`: the language versions of an entry. All of them name each other in `localizations`. */
#ifndef LECTERN_CONTENT_LOCALE_H
#define LECTERN_CONTENT_LOCALE_H

#include "content/write/write.h"

/* Sees to it that `data` of a new entry has a locale of the project, the default one where none is sent. 400 for
 * another. Does nothing for types that are not localized. */
bool locale_check(struct write *write, const struct content_type *type, struct json_object *data);

/* The entry itself and behind it its other versions, in stored order. *entry_ids lives in the call's arena. */
bool locale_read_versions(struct write *write, const struct content_type *type, int64_t entry_id, int64_t **entry_ids,
                          size_t *count);

/* 400 unless `data` names a locale of the project that none of the versions has. */
bool locale_check_free(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                       struct json_object *data);

/* Has each of the other versions name a new one that names them: a change of its own, with its events, as in Strapi. */
bool locale_link_versions(struct write *write, const struct content_type *type, int64_t entry_id);

/* What the versions share are the fields that are not localized (shared.c). Copies those of an entry to `data`, where
 * it has none; like Strapi without media and components. `entry`: as hooks have left it; NULL: it is read. */
bool locale_copy_shared(struct write *write, const struct content_type *type, int64_t entry_id,
                        struct json_object *entry, struct json_object *data);

/* True when `answer` shows the other versions. */
bool locale_is_shown(const struct query *answer);

/* Gives the other versions of an entry its shared fields, when `answer` shows the versions: those that the answer
 * shows, media and components too. That is when Strapi does it, and which. */
bool locale_update_shared(struct write *write, const struct query *answer, int64_t entry_id);

/* Tells others of the versions that locale_update_shared has changed, with nothing populated. */
bool locale_notify_shared(struct write *write, const struct query *answer, int64_t entry_id);

#endif
