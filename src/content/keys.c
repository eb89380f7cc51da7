#include "key_set.h"
#include "service.h"

struct content_keys *content_keys_create(const struct content *content, struct arena *arena)
{
	struct content_keys *keys = arena_alloc(arena, sizeof *keys);
	keys->registry = service_registry(content);
	keys->arena = arena;
	keys->types =
	    arena_array(arena, keys->registry->type_count + keys->registry->internal_count + 1, sizeof *keys->types);
	return keys;
}

/* ---- what is changed ---- */

/* The other language versions: they get what is not localized, and name this one. */
static bool add_versions(const struct content_call *call, struct content_keys *keys, const struct content_type *type,
                         int64_t id, struct error *error)
{
	struct store_link_row *rows;
	size_t count;
	if (!type->localized || !type->localizations)
		return true;
	if (!store_read_links(call->session, type, type->localizations, false, &id, 1, &rows, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		key_set_add_entry(keys, type, rows[i].target_id);
	return true;
}

bool content_keys_add_change(const struct content_call *call, struct content_keys *keys,
                             const struct content_type *type, int64_t id, struct error *error)
{
	key_set_add_entry(keys, type, id);
	/* The table is named beside its entries: see content_keys_list. */
	key_set_add_table(keys, type->table);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const char *table = attribute->link.table;
		if (table && !attribute->creator && !attribute_holds_components(attribute) &&
		    store_has_changed(call->session, table))
			key_set_add_table(keys, table);
	}
	return add_versions(call, keys, type, id, error);
}

/* ---- as texts ---- */

const struct content_type *const *content_keys_roots(const struct content_keys *keys, size_t *count)
{
	*count = keys->root_count;
	return keys->roots;
}

struct key_list {
	struct slice *texts;
	size_t count, capacity, bytes;
};

/* In a header keys stand with blanks or commas between them; a table's name may have any letters. */
static void list_add(struct arena *arena, struct key_list *list, const char *text)
{
	char *key = arena_copy(arena, slice_of(text));
	for (char *at = key; *at; at++)
		if (*at <= ' ' || *at == ',' || *at == '"' || (unsigned char)*at >= 0x7f)
			*at = '_';
	list->texts = arena_grow(arena, list->texts, list->count, &list->capacity, sizeof *list->texts);
	list->texts[list->count] = slice_of(key);
	list->bytes += list->texts[list->count++].len + 1;
}

/* The table of the type, which may be listed as one of links as well. */
static void list_table(const struct content_keys *keys, struct key_list *list, const char *table)
{
	if (!key_set_has_table(keys, table))
		list_add(keys->arena, list, table);
}

static struct key_list make_list(const struct content_keys *keys, bool entries)
{
	struct key_list list = {0};
	for (size_t i = 0; i < keys->table_count; i++)
		list_add(keys->arena, &list, keys->tables[i]);
	for (size_t i = 0; i < keys->registry->type_count; i++) {
		const struct type_keys *of = &keys->types[i];
		const char *table = keys->registry->types[i]->table;
		if (of->whole || (of->id_count && !entries))
			list_table(keys, &list, table);
		for (size_t j = 0; j < of->id_count && !of->whole && entries; j++)
			list_add(keys->arena, &list,
			         arena_format(keys->arena, "%s/%lld", table, (long long)of->ids[j]));
	}
	return list;
}

const struct slice *content_keys_list(const struct content_keys *keys, size_t most, size_t *count)
{
	struct key_list list = make_list(keys, true);
	if (list.bytes > most + 1)
		list = make_list(keys, false);
	*count = list.count;
	return list.texts;
}
