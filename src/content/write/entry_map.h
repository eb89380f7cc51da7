/* Inside the room `content`: a map from entries to anything. Lists from clients are long: no item is looked for by
 * walking over the others. */
#ifndef LECTERN_CONTENT_ENTRY_MAP_H
#define LECTERN_CONTENT_ENTRY_MAP_H

#include "model/model.h"

struct entry_map {
	struct map map;
};

void entry_map_init(struct entry_map *map, struct arena *arena);

/* What was added for the entry, or NULL. `type` is NULL where links don't name it. */
void *entry_map_get(const struct entry_map *map, int64_t id, const struct content_type *type);

/* Adds `value` (not NULL). False when there is one for the entry already, which stays. */
bool entry_map_add(struct entry_map *map, int64_t id, const struct content_type *type, void *value);

#endif
