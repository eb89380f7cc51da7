#include "keys.h"
#include "read/keys.h"
#include "service.h"

/* What is known of a type. */
struct type_keys {
	bool whole;
	int64_t *ids;
	size_t id_count, id_capacity;
};

struct content_keys {
	const struct registry *registry;
	struct arena *arena;
	struct type_keys *types; /* by the type's index */
	const char **links;      /* link tables */
	size_t link_count, link_capacity;
	const struct content_type **roots;
	size_t root_count, root_capacity;
};

/* More than that are not named one by one, however short. */
enum { MOST_IDS = 256 };

struct content_keys *content_keys_create(const struct content *content, struct arena *arena)
{
	struct content_keys *keys = arena_alloc(arena, sizeof *keys);
	keys->registry = service_registry(content);
	keys->arena = arena;
	keys->types = arena_array(arena, keys->registry->type_count + keys->registry->internal_count + 1,
	                          sizeof *keys->types);
	return keys;
}

static void add_whole(struct content_keys *keys, const struct content_type *type)
{
	keys->types[type->index].whole = true;
}

static void add_id(struct content_keys *keys, const struct content_type *type, int64_t id)
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

static void add_link(struct content_keys *keys, const char *table)
{
	for (size_t i = 0; i < keys->link_count; i++)
		if (strcmp(keys->links[i], table) == 0)
			return;
	keys->links = arena_grow(keys->arena, keys->links, keys->link_count, &keys->link_capacity, sizeof *keys->links);
	keys->links[keys->link_count++] = table;
}

/* ---- what is read ---- */

static bool names_table(const struct content_type *type, const char *table)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->link.table && !attribute_holds_components(attribute) &&
		    strcmp(attribute->link.table, table) == 0)
			return true;
	}
	return false;
}

/* Components and their links change with the entry that has them. So does a link that only its owner can change. */
static void add_attribute(struct content_keys *keys, const struct attribute *attribute)
{
	const struct link_storage *link = &attribute->link;
	if (link->kind == LINK_NONE || link->kind == LINK_COMPONENTS || attribute->creator)
		return;
	if (link->kind != LINK_TABLE || attribute->two_way || names_table(attribute->target, link->table))
		add_link(keys, link->table);
}

/* Any entry of the other side may come in, or fall out. */
static void add_step(struct content_keys *keys, const struct attribute *attribute)
{
	if (attribute_is_scalar(attribute))
		return;
	add_attribute(keys, attribute);
	if (attribute->target && !attribute->target->component)
		add_whole(keys, attribute->target);
	/* Over links to any type there is no way on. */
	for (size_t i = 0; !attribute->target && i < keys->registry->type_count; i++)
		add_whole(keys, keys->registry->types[i]);
}

static void add_conditions(struct content_keys *keys, const struct condition *condition)
{
	for (; condition; condition = condition->next) {
		if (condition->attribute)
			add_step(keys, condition->attribute);
		add_conditions(keys, condition->children);
	}
}

static void add_query(struct content_keys *keys, const struct query *query)
{
	add_conditions(keys, query->filter);
	for (size_t i = 0; i < query->sort_count; i++)
		for (size_t j = 0; j < query->sorts[i].path_length; j++)
			add_step(keys, query->sorts[i].path[j]);
}

/* True when entries that are not among those found may be found after a change of theirs alone. */
static bool depends_on_all(const struct query *query)
{
	return query->filter || query->search.ptr || query->limit >= 0 || query->offset > 0 ||
	       (query->publication == PUBLICATION_LIVE && query->type->draft_and_publish);
}

static void add_entries(struct content_keys *keys, const struct entries *entries, bool whole);

static void add_related(struct content_keys *keys, const struct related *related)
{
	const struct populate *populate = related->populate;
	/* Nothing was read: there were no parents. */
	if (!populate)
		return;
	add_attribute(keys, populate->attribute);
	if (populate->count_only) {
		add_step(keys, populate->attribute);
		if (populate->query)
			add_query(keys, populate->query);
	}
	for (size_t i = 0; i < related->entries_count; i++)
		if (related->entries[i].query)
			add_entries(keys, &related->entries[i], depends_on_all(related->entries[i].query));
}

static void add_entries(struct content_keys *keys, const struct entries *entries, bool whole)
{
	const struct query *query = entries->query;
	add_query(keys, query);
	if (!query->type->component) {
		if (whole)
			add_whole(keys, query->type);
		for (size_t i = 0; i < entries->count && !whole; i++)
			add_id(keys, query->type, entries->items[i].id);
	}
	for (size_t i = 0; entries->related && i < query->populate_count; i++)
		add_related(keys, &entries->related[i]);
	if (entries->locales)
		add_related(keys, entries->locales);
}

static void add_root(struct content_keys *keys, const struct content_type *type)
{
	for (size_t i = 0; i < keys->root_count; i++)
		if (keys->roots[i] == type)
			return;
	keys->roots = arena_grow(keys->arena, keys->roots, keys->root_count, &keys->root_capacity, sizeof *keys->roots);
	keys->roots[keys->root_count++] = type;
}

void keys_add_read(const struct content_call *call, const struct query *query, const struct content_result *result)
{
	if (!call->keys)
		return;
	add_root(call->keys, query->type);
	add_whole(call->keys, query->type);
	add_query(call->keys, query);
	if (result)
		add_entries(call->keys, &result->entries, true);
}

void keys_add_entry(const struct content_call *call, const struct query *query, int64_t id,
                    const struct content_result *result)
{
	if (!call->keys)
		return;
	add_root(call->keys, query->type);
	add_id(call->keys, query->type, id);
	add_entries(call->keys, &result->entries, false);
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
		add_id(keys, type, rows[i].target_id);
	return true;
}

bool content_keys_add_change(const struct content_call *call, struct content_keys *keys,
                             const struct content_type *type, int64_t id, struct error *error)
{
	add_id(keys, type, id);
	/* The table is named beside its entries: see content_keys_list. */
	add_link(keys, type->table);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const char *table = attribute->link.table;
		if (table && !attribute->creator && !attribute_holds_components(attribute) &&
		    store_has_changed(call->session, table))
			add_link(keys, table);
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
	for (size_t i = 0; i < keys->link_count; i++)
		if (strcmp(keys->links[i], table) == 0)
			return;
	list_add(keys->arena, list, table);
}

static struct key_list make_list(const struct content_keys *keys, bool entries)
{
	struct key_list list = {0};
	for (size_t i = 0; i < keys->link_count; i++)
		list_add(keys->arena, &list, keys->links[i]);
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
