#include "rebuild.h"

#include <json-c/json.h>

struct rebuild {
	struct arena *arena;
	struct content_result *result;
};

static uint32_t add_entry(struct rebuild *rebuild, struct entries *entries, struct json_object *json, int64_t *missing);

static void write_member(struct buffer *text, const struct entry *entry, const char *name, struct json_object *value)
{
	if (text->len > entry->start)
		buffer_byte(text, ',');
	json_write_key(text, name);
	buffer_byte(text, ':');
	json_write_value(text, value);
}

/* The fields that the query names, each where content_entry_field finds it. */
static void write_selected(struct rebuild *rebuild, struct entries *entries, struct entry *entry,
                           struct json_object *json)
{
	const struct query *query = entries->query;
	struct buffer *text = &rebuild->result->text;
	size_t *key_lengths = arena_array(rebuild->arena, query->field_count, sizeof *key_lengths);
	entries->text = text;
	entries->ends = arena_grow(rebuild->arena, entries->ends, entries->count - 1, &entries->end_capacity,
	                           (query->field_count + 1) * sizeof *entries->ends);
	size_t *ends = entries->ends + (entries->count - 1) * (query->field_count + 1);
	ends[0] = entry->start;
	for (size_t i = 0; i < query->field_count; i++) {
		struct json_object *value = NULL;
		const size_t start = text->len;
		json_object_object_get_ex(json, query->fields[i]->name, &value);
		if (i)
			buffer_byte(text, ',');
		json_write_string(text, slice_of(query->fields[i]->name));
		buffer_byte(text, ':');
		key_lengths[i] = text->len - start;
		json_write_value(text, value);
		ends[i + 1] = text->len;
	}
	entries->key_lengths = key_lengths;
}

static bool is_hidden(const struct query *query, const struct attribute *attribute)
{
	return !query->plain &&
	       (attribute->type == ATTRIBUTE_PASSWORD || (attribute->is_private && !query->with_private));
}

static void write_members(struct rebuild *rebuild, const struct entries *entries, const struct entry *entry,
                          struct json_object *json)
{
	const struct query *query = entries->query;
	json_object_object_foreach(json, name, value)
	{
		const struct attribute *attribute = model_attribute(query->type, slice_of(name));
		bool id = strcmp(name, "id") == 0,
		     type = strcmp(name, "__component") == 0 || strcmp(name, "__type") == 0;
		bool shown = attribute ? attribute_is_scalar(attribute) && !is_hidden(query, attribute) : !type;
		if (shown && (!id || query->plain))
			write_member(&rebuild->result->text, entry, name, value);
	}
}

/* Of which of the types an entry on the other side is: it says so, or there is only one. */
static bool find_type(const struct related *related, struct json_object *item, uint32_t *at)
{
	struct slice uid = json_string(json_member(item, "__component"));
	if (!uid.len)
		uid = json_string(json_member(item, "__type"));
	*at = 0;
	if (related->populate->query || related->entries_count == 1)
		return related->entries_count > 0;
	for (uint32_t i = 0; i < related->entries_count; i++) {
		if (slice_is(uid, related->entries[i].query->type->uid)) {
			*at = i;
			return true;
		}
	}
	return false;
}

static void add_related(struct rebuild *rebuild, struct related *related, uint32_t parent, struct json_object *value,
                        int64_t *missing)
{
	bool list = json_object_is_type(value, json_type_array);
	for (size_t i = 0; value && i < (list ? json_object_array_length(value) : 1); i++) {
		struct json_object *item = list ? json_object_array_get_idx(value, i) : value;
		uint32_t type;
		if (json_object_is_type(item, json_type_object) && find_type(related, item, &type))
			entries_add_related(rebuild->arena, related, parent, type,
			                    add_entry(rebuild, &related->entries[type], item, missing));
	}
}

enum { FIRST_PARENTS = 16 };

/* Prepares what the entries are related to, for the first of them. */
static void init_related(struct rebuild *rebuild, struct entries *entries)
{
	const struct query *query = entries->query;
	entries->related = arena_array(rebuild->arena, query->populate_count, sizeof *entries->related);
	for (size_t i = 0; i < query->populate_count; i++) {
		const struct populate *populate = &query->populates[i];
		struct related *related = &entries->related[i];
		related->populate = populate;
		related->attribute = populate->attribute;
		entries_init_related(rebuild->arena, related, FIRST_PARENTS,
		                     populate->query ? 1 : populate->by_type_count);
		if (populate->count_only)
			related->counts = arena_array(rebuild->arena, FIRST_PARENTS, sizeof *related->counts);
		for (size_t j = 0; j < related->entries_count; j++)
			related->entries[j].query = populate->query ? populate->query : populate->by_type[j];
	}
}

/* Room for twice as many parents, when there are as many as there was room for. */
static void make_room(struct arena *arena, struct related *related, uint32_t item)
{
	if (item < FIRST_PARENTS || (item & (item - 1)) != 0)
		return;
	uint32_t *first = arena_array(arena, 2 * (size_t)item, sizeof *first);
	uint32_t *last = arena_array(arena, 2 * (size_t)item, sizeof *last);
	memcpy(first, related->first, item * sizeof *first);
	memcpy(last, related->last, item * sizeof *last);
	memset(first + item, 0xFF, item * sizeof *first);
	related->first = first;
	related->last = last;
	if (!related->counts)
		return;
	int64_t *counts = arena_array(arena, 2 * (size_t)item, sizeof *counts);
	memcpy(counts, related->counts, item * sizeof *counts);
	related->counts = counts;
}

static uint32_t add_entry(struct rebuild *rebuild, struct entries *entries, struct json_object *json, int64_t *missing)
{
	struct json_object *id = json_member(json, "id");
	bool added;
	if (!entries->related)
		init_related(rebuild, entries);
	uint32_t item = entries_add(rebuild->arena, entries, id ? json_object_get_int64(id) : --*missing, &added);
	if (!added)
		return item;
	struct entry *entry = &entries->items[item];
	entry->start = rebuild->result->text.len;
	if (entries->query->selective)
		write_selected(rebuild, entries, entry, json);
	else
		write_members(rebuild, entries, entry, json);
	entry->length = rebuild->result->text.len - entry->start;
	for (size_t i = 0; i < entries->query->populate_count; i++) {
		struct related *related = &entries->related[i];
		struct json_object *value = NULL;
		make_room(rebuild->arena, related, item);
		json_object_object_get_ex(json, related->attribute->name, &value);
		if (related->counts)
			related->counts[item] = json_object_get_int64(json_member(value, "count"));
		else
			add_related(rebuild, related, item, value, missing);
	}
	return item;
}

struct content_result *rebuild_result(struct arena *arena, const struct query *query, bool locales,
                                      struct json_object *list)
{
	struct content_result *result = arena_alloc(arena, sizeof *result);
	struct rebuild rebuild = {arena, result};
	bool many = json_object_is_type(list, json_type_array);
	int64_t missing = 0;
	result->entries.query = query;
	result->with_locales = locales;
	buffer_reserve(&result->text, 1024);
	for (size_t i = 0; list && i < (many ? json_object_array_length(list) : 1); i++) {
		struct json_object *item = many ? json_object_array_get_idx(list, i) : list;
		if (!json_object_is_type(item, json_type_object))
			continue;
		uint32_t at = add_entry(&rebuild, &result->entries, item, &missing);
		result->order =
		    arena_grow(arena, result->order, result->row_count, &result->row_capacity, sizeof *result->order);
		result->order[result->row_count++] = at;
	}
	if (!result->entries.related)
		init_related(&rebuild, &result->entries);
	return result;
}
