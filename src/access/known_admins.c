#include "known_admins.h"

#include <stdatomic.h>
#include <stdlib.h>

/* More than that at a time are forgotten together. */
enum { MOST = 64 };

struct known_admins {
	uint64_t version; /* 0: none */
	struct known_admin *first;
	size_t count;
};

struct known_admins *known_admins_create(void)
{
	struct known_admins *all = calloc(1, sizeof *all);
	if (!all)
		abort();
	return all;
}

static void forget(struct known_admins *all)
{
	while (all->first) {
		struct known_admin *known = all->first;
		all->first = known->next;
		known_admin_release(known);
	}
	all->count = 0;
}

void known_admins_destroy(struct known_admins *all)
{
	if (all)
		forget(all);
	free(all);
}

void known_admins_begin(struct known_admins *all, uint64_t version)
{
	if (!version || all->version != version || all->count > MOST)
		forget(all);
	all->version = version;
}

struct known_admin *known_admins_find(const struct known_admins *all, int64_t id)
{
	struct known_admin *known = all->first;
	while (known && known->admin.id != id)
		known = known->next;
	return known;
}

struct known_admin *known_admin_create(int64_t id)
{
	struct arena *arena = arena_create();
	struct known_admin *known = arena_alloc(arena, sizeof *known);
	known->arena = arena;
	known->admin.id = id;
	atomic_init(&known->keepers, 1);
	return known;
}

void known_admins_add(struct known_admins *all, struct known_admin *known)
{
	known->next = all->first;
	all->first = known;
	all->count++;
}

void known_admin_release(struct known_admin *known)
{
	if (atomic_fetch_sub(&known->keepers, 1) == 1)
		arena_destroy(known->arena);
}

static void release(void *context)
{
	known_admin_release(context);
}

void known_admin_keep(struct known_admin *known, struct arena *arena)
{
	atomic_fetch_add(&known->keepers, 1);
	arena_defer(arena, release, known);
}
