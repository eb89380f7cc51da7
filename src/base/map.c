#include "map.h"

#include <stdlib.h>
#include <sys/random.h>

/* Chosen anew by each process: who can tell which texts have the same hash can make a table as slow as a list. */
static struct {
	uint64_t start, factor;
} secret = {0x9E3779B97F4A7C15u, 0xD6E8FEB86659FD93u};

__attribute__((constructor)) static void choose_secret(void)
{
	/* Without random bytes the tables are no worse than before. */
	if (getrandom(&secret, sizeof secret, GRND_NONBLOCK) == (ssize_t)sizeof secret)
		secret.factor |= 1;
}

/* Both halves of the product: each bit of the one reaches all of the other. */
static uint64_t fold(uint64_t a, uint64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	const wide product = (wide)a * b;
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t slice_hash(struct slice text)
{
	uint64_t hash = secret.start ^ text.len, word;
	const char *p = text.ptr;
	size_t left = text.len;
	for (; left >= sizeof word; p += sizeof word, left -= sizeof word) {
		memcpy(&word, p, sizeof word);
		hash = fold(hash ^ word, secret.factor);
	}
	word = 0;
	if (left)
		memcpy(&word, p, left);
	return fold(hash ^ word, secret.factor);
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

static int compare_keys(const void *a, const void *b)
{
	const struct slice *first = a, *second = b;
	const size_t shorter = first->len < second->len ? first->len : second->len;
	const int order = shorter ? memcmp(first->ptr, second->ptr, shorter) : 0;
	return order ? order : first->len < second->len ? -1 : first->len > second->len;
}

struct slice *map_keys(const struct map *map, struct arena *arena)
{
	struct slice *keys = arena_array(arena, map->count + 1, sizeof *keys);
	size_t count = 0;
	for (size_t i = 0; i < map->capacity; i++)
		if (map->entries[i].value)
			keys[count++] = map->entries[i].key;
	qsort(keys, count, sizeof *keys, compare_keys);
	return keys;
}
