#include "entry_map.h"

struct entry_key {
	int64_t id;
	const struct content_type *type;
};

static struct slice key_text(const struct entry_key *key)
{
	return (struct slice){(const char *)key, sizeof *key};
}

void entry_map_init(struct entry_map *map, struct arena *arena)
{
	map_init(&map->map, arena);
}

void *entry_map_get(const struct entry_map *map, int64_t id, const struct content_type *type)
{
	const struct entry_key key = {id, type};
	return map_get(&map->map, key_text(&key));
}

bool entry_map_add(struct entry_map *map, int64_t id, const struct content_type *type, void *value)
{
	if (entry_map_get(map, id, type))
		return false;
	struct entry_key *key = arena_alloc(map->map.arena, sizeof *key);
	*key = (struct entry_key){id, type};
	map_set(&map->map, key_text(key), value);
	return true;
}
