/* Keys: what an answer holds, and what a change has changed, by the same names, so that a cache in front of the server
 * drops exactly the answers that a change has made old. A part of the room's door: content.h includes it.
 *
 * A key is a table, "restaurants", or an entry, "restaurants/12". An answer has the key of an entry where nothing but
 * that entry counts, and of the whole table where any of its entries may: a list, a filter, a sort, a relation to a
 * type with drafts. It has the key of a link table where the link can be changed from both sides. A change has the keys
 * of the entry, its table, its language versions, and of the link tables that it has written. So an answer that has
 * none of a change's keys is as good as before. */
#ifndef LECTERN_CONTENT_KEYS_H
#define LECTERN_CONTENT_KEYS_H

#include "base/base.h"

struct content;
struct content_call;
struct content_keys;
struct content_type;
struct error;

/* No keys yet; they live in `arena`. */
struct content_keys *content_keys_create(const struct content *content, struct arena *arena);

/* Adds the keys of a change of the entry of that id, in the session that writes it. */
bool content_keys_add_change(const struct content_call *call, struct content_keys *keys,
                             const struct content_type *type, int64_t id, struct error *error);

/* The types whose entries were asked for, in place of being populated. */
const struct content_type *const *content_keys_roots(const struct content_keys *keys, size_t *count);

/* The keys as texts, all different. Where the entries are too many to be named in `most` bytes, with a byte between
 * two, their table is named in their place; with all such tables named the texts may be longer. */
const struct slice *content_keys_list(const struct content_keys *keys, size_t most, size_t *count);

#endif
