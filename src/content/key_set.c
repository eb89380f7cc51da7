#include "key_set.h"

/* More are not named one by one, however short their keys are. */
enum { MOST_IDS = 256 };

void key_set_add_type(struct content_keys *keys, const struct content_type *type)
{
	keys->types[type->index].whole = true;
}

void key_set_add_entry(struct content_keys *keys, const struct content_type *type, int64_t id)
{
	struct type_keys *of = &keys->types[type->index];
	for (size_t i = 0; i < of->id_count && !of->whole; i++)
		if (of->ids[i] == id)
			return;
	if (of->id_count == MOST_IDS)
		of->whole = true;
	if (of->whole)
		return;
	of->ids = arena_grow(keys->arena, of->ids, of->id_count, &of->id_capacity, sizeof *of->ids);
	of->ids[of->id_count++] = id;
}

bool key_set_has_table(const struct content_keys *keys, const char *table)
{
	for (size_t i = 0; i < keys->table_count; i++)
		if (strcmp(keys->tables[i], table) == 0)
			return true;
	return false;
}

void key_set_add_table(struct content_keys *keys, const char *table)
{
	if (key_set_has_table(keys, table))
		return;
	keys->tables =
	    arena_grow(keys->arena, keys->tables, keys->table_count, &keys->table_capacity, sizeof *keys->tables);
	keys->tables[keys->table_count++] = table;
}

void key_set_add_root(struct content_keys *keys, const struct content_type *type)
{
	for (size_t i = 0; i < keys->root_count; i++)
		if (keys->roots[i] == type)
			return;
	keys->roots = arena_grow(keys->arena, keys->roots, keys->root_count, &keys->root_capacity, sizeof *keys->roots);
	keys->roots[keys->root_count++] = type;
}
