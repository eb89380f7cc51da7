#include "grants.h"

#include <openssl/sha.h>

const struct slice *grants_find_actions(struct arena *arena, const struct registry *registry)
{
	struct slice *actions = arena_array(arena, registry->type_count, sizeof *actions);
	for (size_t i = 0; i < registry->type_count; i++)
		actions[registry->types[i]->index] = slice_of(arena_format(arena, "%s.find", registry->types[i]->uid));
	return actions;
}

struct grants *grants_create(struct arena *arena)
{
	struct grants *grants = arena_alloc(arena, sizeof *grants);
	map_init(&grants->actions, arena);
	return grants;
}

void grants_add(struct grants *grants, struct slice action)
{
	if (!map_get(&grants->actions, action))
		map_set(&grants->actions, arena_copy_slice(grants->actions.arena, action), grants);
}

static void make_digest(struct grants *grants)
{
	const struct slice *keys = map_keys(&grants->actions, grants->actions.arena);
	struct buffer all = {0};
	for (size_t i = 0; i < grants->actions.count; i++) {
		buffer_slice(&all, keys[i]);
		buffer_byte(&all, '\n');
	}
	SHA256((const unsigned char *)(all.len ? all.data : ""), all.len, grants->digest);
	buffer_free(&all);
}

void grants_finish(struct grants *grants, const struct slice *find_actions, size_t type_count)
{
	bool *may_find = arena_array(grants->actions.arena, type_count, sizeof *may_find);
	for (size_t i = 0; i < type_count; i++)
		may_find[i] = map_get(&grants->actions, find_actions[i]) != NULL;
	grants->may_find = may_find;
	make_digest(grants);
}
