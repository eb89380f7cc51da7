/* Relations whose links are rows of a table of two ids. Rows that stay are kept, with their place on the inverse side.
 */
#include "content/write/changes.h"
#include "content/write/entry_map.h"

static bool is_to_one(const struct attribute *attribute)
{
	return attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_MANY_TO_ONE;
}

/* A target may be related to one entry only. Without an inverse side Strapi does not see to that. */
static bool has_exclusive_targets(const struct attribute *attribute)
{
	return attribute->link.kind == LINK_TABLE && attribute->two_way &&
	       (attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_ONE_TO_MANY);
}

static struct entry_map map_disconnected(struct arena *arena, const struct relation_input *input)
{
	struct entry_map map;
	entry_map_init(&map, arena);
	for (size_t i = 0; i < input->disconnect_count; i++)
		entry_map_add(&map, input->disconnect[i].target_id, NULL, &input->disconnect[i]);
	return map;
}

/* The items as far as they count: of a relation to one the last. */
static const struct relation_item *items_of(const struct write_field *field, size_t *count)
{
	const struct relation_input *input = &field->input;
	bool last = is_to_one(field->attribute) && input->item_count;
	*count = input->clear ? 0 : last ? 1 : input->item_count;
	return last ? &input->items[input->item_count - 1] : input->items;
}

/* The targets that stay beside the items. */
static int64_t *remaining_targets(struct arena *arena, const struct write_field *field, size_t *count)
{
	const struct relation_input *input = &field->input;
	struct entry_map disconnected = map_disconnected(arena, input);
	int64_t *target_ids = arena_array(arena, field->row_count, sizeof *target_ids);
	*count = 0;
	if (input->clear || input->set || (is_to_one(field->attribute) && input->item_count))
		return target_ids;
	for (size_t i = 0; i < field->row_count; i++)
		if (!entry_map_get(&disconnected, field->rows[i].target_id, NULL))
			target_ids[(*count)++] = field->rows[i].target_id;
	return target_ids;
}

int64_t *relation_exclusive_targets(struct arena *arena, const struct write_field *field, size_t *count)
{
	*count = 0;
	if (!has_exclusive_targets(field->attribute))
		return NULL;
	/* Those that stay are left to other entries, too: the other side may be declared as a relation of many. */
	const struct relation_item *items = items_of(field, count);
	int64_t *target_ids = arena_array(arena, *count, sizeof *target_ids);
	for (size_t i = 0; i < *count; i++)
		target_ids[i] = items[i].target_id;
	return target_ids;
}

/* All targets afterwards, in order, each once. Positions count only where items are connected to what is there. */
static bool find_targets(struct write *write, const struct write_field *field, int64_t **target_ids, size_t *count)
{
	struct arena *arena = write->call->arena;
	size_t item_count, remaining_count;
	const struct relation_item *items = items_of(field, &item_count);
	const int64_t *remaining = remaining_targets(arena, field, &remaining_count);
	if (!field->input.clear && !field->input.set && !(is_to_one(field->attribute) && item_count))
		return relation_order_targets(arena, remaining, remaining_count, items, item_count, target_ids, count,
		                              write->error);
	*target_ids = arena_array(arena, item_count, sizeof **target_ids);
	*count = item_count;
	for (size_t i = 0; i < item_count; i++)
		(*target_ids)[i] = items[i].target_id;
	return true;
}

/* Deletes the links to other targets. Sets `kept` to the others, by target. What is disconnected and connected in one
 * go takes a new place on the inverse side. */
static void delete_others(const struct write_field *field, const int64_t *target_ids, size_t count,
                          struct entry_map *kept, struct write_changes *changes)
{
	struct arena *arena = changes->arena;
	int64_t *rows = arena_array(arena, field->row_count, sizeof *rows);
	int64_t *deleted_ids = arena_array(arena, field->row_count, sizeof *deleted_ids);
	struct entry_map wanted, disconnected = map_disconnected(arena, &field->input);
	size_t deleted_count = 0;
	entry_map_init(&wanted, arena);
	for (size_t i = 0; i < count; i++)
		entry_map_add(&wanted, target_ids[i], NULL, changes);
	for (size_t i = 0; i < field->row_count; i++) {
		struct store_link_row *row = &field->rows[i];
		if (entry_map_get(&wanted, row->target_id, NULL) &&
		    !entry_map_get(&disconnected, row->target_id, NULL) &&
		    entry_map_add(kept, row->target_id, NULL, row))
			continue;
		rows[deleted_count] = row->row;
		deleted_ids[deleted_count++] = row->target_id;
	}
	changes_delete(changes, field->attribute->link.table, rows, deleted_count);
	changes_close_gaps(changes, field->attribute, deleted_ids, deleted_count);
}

/* Deletes the links that other entries have to targets of this one. */
static void delete_taken(const struct write_entry *entry, const struct write_field *field,
                         struct write_changes *changes)
{
	int64_t *rows = arena_array(changes->arena, field->taken_count, sizeof *rows);
	size_t count = 0;
	for (size_t i = 0; i < field->taken_count; i++)
		if (field->taken[i].entry_id != entry->id)
			rows[count++] = field->taken[i].row;
	changes_delete(changes, field->attribute->link.table, rows, count);
}

bool relation_decide_table(struct write *write, const struct write_entry *entry, const struct write_field *field,
                           struct write_changes *changes)
{
	const struct attribute *attribute = field->attribute;
	bool ordered = attribute->link.order_column;
	struct entry_map kept;
	int64_t *target_ids;
	size_t count, new_count = 0;
	if (!find_targets(write, field, &target_ids, &count))
		return false;
	entry_map_init(&kept, changes->arena);
	delete_others(field, target_ids, count, &kept, changes);
	delete_taken(entry, field, changes);
	struct store_link_row *links = arena_array(changes->arena, count, sizeof *links);
	/* Strapi counts from 0 what is connected to a new entry. */
	const double first = entry->kind == WRITE_KIND_CREATE && !field->input.set ? 0 : 1;
	for (size_t i = 0; i < count; i++)
		if (!entry_map_get(&kept, target_ids[i], NULL))
			links[new_count++] = (struct store_link_row){
			    .target_id = target_ids[i], .has_order = ordered, .order = (double)i + first};
	changes_insert_links(changes, attribute, entry, links, NULL, new_count);
	for (size_t i = 0; i < count && ordered; i++) {
		const struct store_link_row *row = entry_map_get(&kept, target_ids[i], NULL);
		if (row && (!row->has_order || row->order != (double)i + 1))
			changes_set_order(changes, attribute, row->row, (double)i + 1);
	}
	return true;
}
