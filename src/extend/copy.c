/* Copies of what lectern_use is given: extensions write it down where it is at hand, often on the stack. */
#include "copy.h"

static const char *copy_text(struct arena *arena, const char *text)
{
	return text ? arena_copy(arena, slice_of(text)) : NULL;
}

/* `count` items and one zeroed behind them. */
static void *copy_items(struct arena *arena, const void *items, size_t count, size_t size)
{
	void *copy = arena_array(arena, count + 1, size);
	return count ? memcpy(copy, items, count * size) : copy;
}

static const lectern_named_resolver *copy_resolvers(struct arena *arena, const lectern_named_resolver *source)
{
	size_t count = 0;
	while (source && source[count].field)
		count++;
	lectern_named_resolver *copy = copy_items(arena, source, count, sizeof *copy);
	for (size_t i = 0; i < count; i++)
		copy[i].field = copy_text(arena, source[i].field);
	return copy;
}

static const lectern_step *copy_steps(struct arena *arena, const lectern_step *source)
{
	size_t count = 0;
	while (source && (source[count].name || source[count].policy || source[count].middleware))
		count++;
	lectern_step *copy = copy_items(arena, source, count, sizeof *copy);
	for (size_t i = 0; i < count; i++) {
		copy[i].name = copy_text(arena, source[i].name);
		copy[i].config = copy_text(arena, source[i].config);
	}
	return copy;
}

static const char *const *copy_scope(struct arena *arena, const char *const *source)
{
	size_t count = 0;
	while (source && source[count])
		count++;
	const char **copy = copy_items(arena, source, count, sizeof *copy);
	for (size_t i = 0; i < count; i++)
		copy[i] = copy_text(arena, source[i]);
	return copy;
}

static const lectern_resolver_config *copy_configs(struct arena *arena, const lectern_resolver_config *source)
{
	size_t count = 0;
	while (source && source[count].field)
		count++;
	lectern_resolver_config *copy = copy_items(arena, source, count, sizeof *copy);
	for (size_t i = 0; i < count; i++) {
		copy[i].field = copy_text(arena, source[i].field);
		copy[i].scope = copy_scope(arena, source[i].scope);
		copy[i].policies = copy_steps(arena, source[i].policies);
		copy[i].middlewares = copy_steps(arena, source[i].middlewares);
	}
	return copy;
}

const lectern_plugin *copy_plugin(struct arena *arena, const lectern_plugin *source)
{
	return copy_items(arena, source, 1, sizeof *source);
}

const lectern_graphql *copy_graphql(struct arena *arena, const lectern_graphql *source)
{
	lectern_graphql *copy = copy_items(arena, source, 1, sizeof *copy);
	size_t types = 0, plugins = 0;
	while (source->types && source->types[types])
		types++;
	while (source->plugins && source->plugins[plugins])
		plugins++;
	const lectern_plugin **copies = copy_items(arena, source->plugins, plugins, sizeof *copies);
	for (size_t i = 0; i < plugins; i++)
		copies[i] = copy_plugin(arena, source->plugins[i]);
	copy->types = copy_items(arena, source->types, types, sizeof *source->types);
	copy->plugins = copies;
	copy->type_defs = copy_text(arena, source->type_defs);
	copy->resolvers = copy_resolvers(arena, source->resolvers);
	copy->resolvers_config = copy_configs(arena, source->resolvers_config);
	return copy;
}
