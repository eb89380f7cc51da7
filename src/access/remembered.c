#include "remembered.h"

#include <stdlib.h>

struct remembered *remembered_create(void)
{
	struct arena *arena = arena_create();
	struct remembered *remembered = calloc(1, sizeof *remembered);
	if (!remembered)
		abort();
	remembered->arena = arena;
	remembered_forget(remembered);
	return remembered;
}

void remembered_destroy(struct remembered *remembered)
{
	if (remembered)
		arena_destroy(remembered->arena);
	free(remembered);
}

void remembered_forget(struct remembered *remembered)
{
	struct arena *arena = remembered->arena;
	arena_reset(arena, REMEMBERED_MOST_BYTES / 4);
	*remembered = (struct remembered){.arena = arena};
	map_init(&remembered->roles, arena);
	map_init(&remembered->users, arena);
	map_init(&remembered->tokens, arena);
}

void remembered_begin(struct remembered *remembered, uint64_t version)
{
	if (remembered->has_version && remembered->version == version &&
	    arena_size(remembered->arena) <= REMEMBERED_MOST_BYTES)
		return;
	remembered_forget(remembered);
	remembered->has_version = true;
	remembered->version = version;
}

const struct grants *remembered_get(const struct map *map, int64_t id)
{
	return map_get(map, (struct slice){(const char *)&id, sizeof id});
}

void remembered_set(struct map *map, int64_t id, const struct grants *grants)
{
	struct slice key = {(const char *)&id, sizeof id};
	/* Maps hold pointers to what they may change; nobody changes these. */
	map_set(map, arena_copy_slice(map->arena, key), (void *)(uintptr_t)grants);
}
