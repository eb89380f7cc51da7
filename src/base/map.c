#include "map.h"

uint64_t slice_hash(struct slice text)
{
	const uint64_t prime = 0x9E3779B97F4A7C15u;
	uint64_t hash = text.len * prime, word;
	const char *p = text.ptr;
	size_t left = text.len;
	for (; left >= sizeof word; p += sizeof word, left -= sizeof word) {
		memcpy(&word, p, sizeof word);
		hash = (hash ^ word) * prime;
		hash ^= hash >> 29;
	}
	word = 0;
	if (left)
		memcpy(&word, p, left);
	hash = (hash ^ word) * prime;
	return hash ^ (hash >> 32);
}

void map_init(struct map *map, struct arena *arena)
{
	*map = (struct map){.arena = arena};
}

static struct map_entry *find(const struct map *map, struct slice key, uint64_t hash)
{
	size_t mask = map->capacity - 1;
	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		struct map_entry *entry = &map->entries[i];
		if (!entry->value || (entry->hash == hash && slice_equals(entry->key, key)))
			return entry;
	}
}

void *map_get(const struct map *map, struct slice key)
{
	return map->count ? find(map, key, slice_hash(key))->value : NULL;
}

static void enlarge(struct map *map)
{
	struct map larger = *map;
	larger.capacity = map->capacity ? map->capacity * 2 : 16;
	larger.entries = arena_array(map->arena, larger.capacity, sizeof *larger.entries);
	for (size_t i = 0; i < map->capacity; i++)
		if (map->entries[i].value)
			*find(&larger, map->entries[i].key, map->entries[i].hash) = map->entries[i];
	*map = larger;
}

void *map_set(struct map *map, struct slice key, void *value)
{
	if ((map->count + 1) * 4 > map->capacity * 3)
		enlarge(map);
	uint64_t hash = slice_hash(key);
	struct map_entry *entry = find(map, key, hash);
	void *before = entry->value;
	if (!before) {
		map->count++;
		*entry = (struct map_entry){.key = key, .hash = hash};
	}
	entry->value = value;
	return before;
}
