#include "stored.h"

#include "entry_map.h"
#include "input.h"

/* Fields of one attribute whose rows are read by one statement. */
struct stored_select {
	const struct attribute *attribute;
	const struct content_type *type;
	struct write_field **fields;
	int64_t *ids; /* of the entries that have the fields */
	size_t count, field_capacity, id_capacity;
};

struct stored_selects {
	struct stored_select *items;
	size_t count, capacity;
};

static bool has_rows(const struct write_entry *entry, const struct write_field *field)
{
	switch (field->attribute->link.kind) {
	case LINK_TABLE:
	case LINK_COMPONENTS:
	case LINK_MORPH_OWNER:
	case LINK_MORPH_TARGET:
		return entry->kind != WRITE_KIND_CREATE;
	default:
		return false;
	}
}

static void add_request(struct arena *arena, struct stored_selects *requests, const struct write_entry *entry,
                        struct write_field *field)
{
	size_t i = 0;
	while (i < requests->count && requests->items[i].attribute != field->attribute)
		i++;
	if (i == requests->count) {
		requests->items =
		    arena_grow(arena, requests->items, requests->count, &requests->capacity, sizeof *requests->items);
		requests->items[requests->count++] =
		    (struct stored_select){.attribute = field->attribute, .type = entry->type};
	}
	struct stored_select *request = &requests->items[i];
	request->fields =
	    arena_grow(arena, request->fields, request->count, &request->field_capacity, sizeof *request->fields);
	request->ids = arena_grow(arena, request->ids, request->count, &request->id_capacity, sizeof *request->ids);
	request->fields[request->count] = field;
	request->ids[request->count++] = entry->id;
}

/* Gives each field the rows of its entry, in their order. */
static void distribute(struct arena *arena, const struct stored_select *request, const struct store_link_row *rows,
                       size_t count)
{
	struct entry_map by_id;
	entry_map_init(&by_id, arena);
	for (size_t i = 0; i < request->count; i++)
		entry_map_add(&by_id, request->ids[i], NULL, request->fields[i]);
	for (size_t i = 0; i < count; i++) {
		struct write_field *field = entry_map_get(&by_id, rows[i].entry_id, NULL);
		if (field)
			field->row_count++;
	}
	for (size_t i = 0; i < request->count; i++) {
		struct write_field *field = request->fields[i];
		field->rows = arena_array(arena, field->row_count, sizeof *field->rows);
		field->row_count = 0;
	}
	for (size_t i = 0; i < count; i++) {
		struct write_field *field = entry_map_get(&by_id, rows[i].entry_id, NULL);
		if (field)
			field->rows[field->row_count++] = rows[i];
	}
	/* Other programs let entries share a component: then there are two of one id. */
	for (size_t i = 0; i < request->count; i++) {
		const struct write_field *field = entry_map_get(&by_id, request->ids[i], NULL);
		request->fields[i]->rows = field->rows;
		request->fields[i]->row_count = field->row_count;
	}
}

static bool read_rows(struct write *write, const struct stored_select *request)
{
	struct store_link_row *rows;
	size_t count;
	if (!store_read_links(write->call->session, request->type, request->attribute, false, request->ids,
	                      request->count, &rows, &count, write->error))
		return false;
	if (request->count == 1) {
		request->fields[0]->rows = rows;
		request->fields[0]->row_count = count;
	} else {
		distribute(write->call->arena, request, rows, count);
	}
	return true;
}

static bool read_taken(struct write *write, const struct write_entry *entry, struct write_field *field)
{
	size_t count;
	int64_t *target_ids = relation_exclusive_targets(write->call->arena, field, &count);
	return !count || store_read_links(write->call->session, entry->type, field->attribute, true, target_ids, count,
	                                  &field->taken, &field->taken_count, write->error);
}

static struct write_entry *add_deleted(struct arena *arena, struct write_field *field, const struct store_link_row *row)
{
	const struct content_type *type = row->type ? row->type : field->attribute->target;
	field->deleted_rows[field->deleted_row_count++] = row->row;
	/* Of a component whose type is gone there is only the link. */
	if (!type)
		return NULL;
	struct write_entry *entry = &field->deleted[field->deleted_count++];
	*entry = (struct write_entry){.type = type, .id = row->target_id};
	input_delete(arena, entry);
	return entry;
}

/* Finds the components that are stored among those that are sent. What is stored and not sent is deleted. Adds all of
 * them to the next level. */
static void match_components(struct arena *arena, const struct write_entry *entry, struct write_field *field,
                             struct write_entries *next)
{
	struct entry_map by_id;
	bool *sent = arena_array(arena, field->row_count, sizeof *sent);
	entry_map_init(&by_id, arena);
	for (size_t i = 0; i < field->row_count; i++)
		entry_map_add(&by_id, field->rows[i].target_id, field->rows[i].type, &field->rows[i]);
	for (size_t i = 0; i < field->component_count; i++) {
		struct write_component *component = &field->components[i];
		const struct store_link_row *row = NULL;
		if (component->sent_id && entry->kind != WRITE_KIND_CREATE)
			row = entry_map_get(&by_id, component->sent_id, component->entry.type);
		if (!row && component->sent_id && entry->kind != WRITE_KIND_CREATE)
			row = entry_map_get(&by_id, component->sent_id, NULL);
		if (row) {
			component->row = row;
			component->entry.kind = WRITE_KIND_UPDATE;
			component->entry.id = component->sent_id;
			component->repeated = sent[row - field->rows];
			sent[row - field->rows] = true;
		}
		if (component->entry.type && !component->repeated)
			write_entries_add(arena, next, &component->entry);
	}
	field->deleted = arena_array(arena, field->row_count, sizeof *field->deleted);
	field->deleted_rows = arena_array(arena, field->row_count, sizeof *field->deleted_rows);
	for (size_t i = 0; i < field->row_count; i++) {
		struct write_entry *deleted = sent[i] ? NULL : add_deleted(arena, field, &field->rows[i]);
		if (deleted)
			write_entries_add(arena, next, deleted);
	}
}

/* The entries of one level. Their components are the next one. */
static bool read_level(struct write *write, const struct write_entries *level, struct write_entries *next)
{
	struct arena *arena = write->call->arena;
	struct stored_selects requests = {0};
	for (size_t i = 0; i < level->count; i++)
		for (size_t j = 0; j < level->items[i]->field_count; j++)
			if (has_rows(level->items[i], &level->items[i]->fields[j]))
				add_request(arena, &requests, level->items[i], &level->items[i]->fields[j]);
	for (size_t i = 0; i < requests.count; i++)
		if (!read_rows(write, &requests.items[i]))
			return false;
	for (size_t i = 0; i < level->count; i++) {
		for (size_t j = 0; j < level->items[i]->field_count; j++) {
			struct write_field *field = &level->items[i]->fields[j];
			if (write->linked && attribute_holds_components(field->attribute))
				continue;
			if (attribute_holds_components(field->attribute))
				match_components(arena, level->items[i], field, next);
			else if (!read_taken(write, level->items[i], field))
				return false;
		}
	}
	return true;
}

bool stored_read(struct write *write, const struct write_entries *entries)
{
	struct write_entries level = *entries;
	while (level.count) {
		struct write_entries next = {0};
		if (!read_level(write, &level, &next))
			return false;
		level = next;
	}
	return true;
}
