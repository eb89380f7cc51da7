/* Inside the room `content`: a map from entries to anything. Lists from clients are long: no item is looked for by
 * walking over the others. */
#ifndef LECTERN_CONTENT_LINK_SET_H
#define LECTERN_CONTENT_LINK_SET_H

#include "model/model.h"

struct link_set {
	struct map map;
};

void link_set_init(struct link_set *set, struct arena *arena);

/* What was added for the entry, or NULL. `type` is NULL where links don't name it. */
void *link_set_get(const struct link_set *set, int64_t id, const struct content_type *type);

/* Adds `value` (not NULL). False when there is one for the entry already, which stays. */
bool link_set_add(struct link_set *set, int64_t id, const struct content_type *type, void *value);

#endif
