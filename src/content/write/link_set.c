#include "link_set.h"

struct link_key {
	int64_t id;
	const struct content_type *type;
};

static struct slice key_text(const struct link_key *key)
{
	return (struct slice){(const char *)key, sizeof *key};
}

void link_set_init(struct link_set *set, struct arena *arena)
{
	map_init(&set->map, arena);
}

void *link_set_get(const struct link_set *set, int64_t id, const struct content_type *type)
{
	const struct link_key key = {id, type};
	return map_get(&set->map, key_text(&key));
}

bool link_set_add(struct link_set *set, int64_t id, const struct content_type *type, void *value)
{
	if (link_set_get(set, id, type))
		return false;
	struct link_key *key = arena_alloc(set->map.arena, sizeof *key);
	*key = (struct link_key){id, type};
	map_set(&set->map, key_text(key), value);
	return true;
}
