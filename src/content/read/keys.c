#include "keys.h"
#include "content/key_set.h"

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
		key_set_add_table(keys, link->table);
}

/* Any entry of the other side may come in, or fall out. */
static void add_step(struct content_keys *keys, const struct attribute *attribute)
{
	if (attribute_is_scalar(attribute))
		return;
	add_attribute(keys, attribute);
	if (attribute->target && !attribute->target->component)
		key_set_add_type(keys, attribute->target);
	/* Over links to any type there is no way on. */
	for (size_t i = 0; !attribute->target && i < keys->registry->type_count; i++)
		key_set_add_type(keys, keys->registry->types[i]);
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
			key_set_add_type(keys, query->type);
		for (size_t i = 0; i < entries->count && !whole; i++)
			key_set_add_entry(keys, query->type, entries->items[i].id);
	}
	for (size_t i = 0; entries->related && i < query->populate_count; i++)
		add_related(keys, &entries->related[i]);
	if (entries->locales)
		add_related(keys, entries->locales);
}

void keys_add_read(const struct content_call *call, const struct query *query, const struct content_result *result)
{
	if (!call->keys)
		return;
	key_set_add_root(call->keys, query->type);
	key_set_add_type(call->keys, query->type);
	add_query(call->keys, query);
	if (result)
		add_entries(call->keys, &result->entries, true);
}

void keys_add_entry(const struct content_call *call, const struct query *query, int64_t id,
                    const struct content_result *result)
{
	if (!call->keys)
		return;
	key_set_add_root(call->keys, query->type);
	key_set_add_entry(call->keys, query->type, id);
	add_entries(call->keys, &result->entries, false);
}
