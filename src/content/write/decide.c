#include "decide.h"

#include "fields.h"
#include "plain.h"
#include "turns.h"

#include <stdlib.h>

static bool decide_links(struct write *write, const struct write_entry *entry, struct write_changes *changes)
{
	for (size_t i = 0; i < entry->field_count; i++) {
		const struct write_field *field = &entry->fields[i];
		switch (field->attribute->link.kind) {
		case LINK_TABLE:
			if (!relation_decide_table(write, entry, field, changes))
				return false;
			break;
		case LINK_MORPH_OWNER:
		case LINK_MORPH_TARGET:
			relation_decide_morph(entry, field, changes);
			break;
		case LINK_COLUMN_TARGET:
		case LINK_JOIN_COLUMN_INVERSE:
			relation_decide_columns(entry, field, changes);
			break;
		default: /* components, and columns of the entry's own row */
			break;
		}
	}
	return true;
}

static bool check_component(struct write *write, const struct write_entry *entry, const struct write_field *field,
                            const struct write_component *component)
{
	if (!component->sent_id || component->row || entry->kind == WRITE_KIND_CREATE)
		return true;
	return error_set(write->error, 400, "ApplicationError",
	                 "Some of the provided components in %s are not related to the entity", field->attribute->name);
}

static bool decide_parts(struct write *write, const struct write_entry *entry, struct write_changes *changes,
                         struct write_entries *later);

/* Components are numbered from 1. Links to new ones come behind them, all at once. Their rows are decided. */
static bool decide_sent(struct write *write, const struct write_entry *entry, const struct write_field *field,
                        struct write_changes *changes, struct write_entries *later)
{
	const struct attribute *attribute = field->attribute;
	struct arena *arena = write->call->arena;
	struct store_link_row *links = arena_array(arena, field->component_count, sizeof *links);
	const struct write_entry **created = arena_array(arena, field->component_count, sizeof *created);
	size_t created_count = 0;
	for (size_t i = 0; i < field->component_count; i++) {
		struct write_component *component = &field->components[i];
		const struct store_link_row *row = component->row;
		double order = (double)i + 1;
		if (component->repeated && component->entry.field_count)
			write_entries_add(arena, later, &component->entry);
		else if (!decide_parts(write, &component->entry, changes, later))
			return false;
		if (row && attribute->multiple && (!row->has_order || row->order != order))
			changes_set_order(changes, attribute, row->row, order);
		if (row)
			continue;
		links[created_count] = (struct store_link_row){
		    .type = component->entry.type, .has_order = attribute->multiple, .order = order};
		created[created_count++] = &component->entry;
	}
	changes_insert_links(changes, attribute, entry, links, created, created_count);
	return true;
}

static bool decide_components(struct write *write, const struct write_entry *entry, const struct write_field *field,
                              struct write_changes *changes, struct write_entries *later)
{
	for (size_t i = 0; i < field->component_count; i++)
		if (!check_component(write, entry, field, &field->components[i]))
			return false;
	for (size_t i = 0; i < field->deleted_count; i++)
		if (!decide_entry(write, &field->deleted[i], changes, later))
			return false;
	changes_delete(changes, field->attribute->link.table, field->deleted_rows, field->deleted_row_count);
	return decide_sent(write, entry, field, changes, later);
}

static bool decide_row(struct write *write, struct write_entry *entry, struct write_changes *changes)
{
	struct store_field *fields;
	size_t count;
	if (!fields_decide(write, entry, &fields, &count))
		return false;
	if (entry->kind == WRITE_KIND_CREATE)
		changes_insert(changes, entry, fields, count);
	else
		changes_update(changes, entry, fields, count);
	return true;
}

/* A component of the entry, at whatever depth. */
struct component_turn {
	struct turn turn;
	struct write_entry *entry;
};

struct component_turns {
	struct arena *arena;
	struct component_turn *items;
	size_t count, capacity;
};

static void take_field(struct component_turns *turns, const struct write_field *field, bool stored, struct turn *turn);

static void take_component(struct component_turns *turns, struct write_entry *entry, struct turn *turn)
{
	const bool stored = entry->kind == WRITE_KIND_UPDATE;
	for (size_t i = 0; i < entry->field_count; i++)
		if (attribute_holds_components(entry->fields[i].attribute))
			take_field(turns, &entry->fields[i], stored, turn);
	turns->items = arena_grow(turns->arena, turns->items, turns->count, &turns->capacity, sizeof *turns->items);
	turn->place = turns->count;
	turns->items[turns->count++] = (struct component_turn){*turn, entry};
	turn_pass(turn, stored);
}

/* Those that are sent twice are written later. */
static void take_field(struct component_turns *turns, const struct write_field *field, bool stored, struct turn *turn)
{
	struct turn last;
	if (!field->json)
		return;
	turn_enter_field(turn, json_object_is_type(field->json, json_type_array), stored);
	last = *turn;
	for (size_t i = 0; i < field->component_count; i++) {
		struct write_component *component = &field->components[i];
		struct turn own = *turn;
		if (component->repeated && component->entry.field_count)
			continue;
		take_component(turns, &component->entry, &own);
		last = turn_later(last, own);
	}
	*turn = last;
}

/* The rows of all components in the entry. */
static bool decide_component_rows(struct write *write, const struct write_entry *entry, struct write_changes *changes)
{
	for (size_t i = 0; i < entry->field_count; i++) {
		const struct attribute *attribute = entry->fields[i].attribute;
		struct component_turns turns = {.arena = write->call->arena};
		struct turn start = {0};
		if (!attribute_holds_components(attribute))
			continue;
		take_field(&turns, &entry->fields[i], false, &start);
		if (turns.count)
			qsort(turns.items, turns.count, sizeof *turns.items, turn_compare);
		for (size_t j = 0; j < turns.count; j++)
			if (!turns.items[j].entry->type)
				return error_validation(write->error, "Unknown component in %s", attribute->name);
			else if (!decide_row(write, turns.items[j].entry, changes))
				return false;
	}
	return true;
}

/* All that is not the row of the entry, or of a component in it. */
static bool decide_parts(struct write *write, const struct write_entry *entry, struct write_changes *changes,
                         struct write_entries *later)
{
	for (size_t i = 0; i < entry->field_count; i++)
		if (write->linked && attribute_holds_components(entry->fields[i].attribute))
			plain_decide_links(entry, &entry->fields[i], changes);
		else if (attribute_holds_components(entry->fields[i].attribute) &&
		         !decide_components(write, entry, &entry->fields[i], changes, later))
			return false;
	return decide_links(write, entry, changes);
}

bool decide_entry(struct write *write, struct write_entry *entry, struct write_changes *changes,
                  struct write_entries *later)
{
	bool has_row = entry->kind == WRITE_KIND_CREATE || entry->kind == WRITE_KIND_UPDATE;
	if (has_row && !decide_row(write, entry, changes))
		return false;
	if (has_row && !write->linked && !decide_component_rows(write, entry, changes))
		return false;
	if (!decide_parts(write, entry, changes, later))
		return false;
	if (entry->kind == WRITE_KIND_DELETE)
		changes_delete(changes, entry->type->table, &entry->id, 1);
	return true;
}
