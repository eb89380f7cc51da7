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
	*remembered = (struct remembered){.arena = arena, .latest = remembered->latest};
	map_init(&remembered->roles, arena);
	map_init(&remembered->callers, arena);
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

const struct grants *remembered_role(const struct remembered *remembered, int64_t id)
{
	return map_get(&remembered->roles, (struct slice){(const char *)&id, sizeof id});
}

void remembered_set_role(struct remembered *remembered, int64_t id, const struct grants *grants)
{
	struct slice key = {(const char *)&id, sizeof id};
	/* Maps hold pointers to what they may change; nobody changes these. */
	map_set(&remembered->roles, arena_copy_slice(remembered->arena, key), (void *)(uintptr_t)grants);
}

const struct known_caller *remembered_caller(const struct remembered *remembered, struct slice token)
{
	return map_get(&remembered->callers, token);
}

void remembered_set_caller(struct remembered *remembered, struct slice token, const struct known_caller *known)
{
	struct known_caller *copy = arena_alloc(remembered->arena, sizeof *copy);
	*copy = *known;
	map_set(&remembered->callers, arena_copy_slice(remembered->arena, token), copy);
}
