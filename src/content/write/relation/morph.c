/* Polymorphic links in a table, seen from either side: the rows are made anew, in their order. */
#include "content/write/changes.h"
#include "content/write/entry_map.h"

/* `typed`: the items name their types; else they all are of one. */
static void map_items(struct entry_map *map, struct arena *arena, bool typed, struct relation_item *items, size_t count)
{
	entry_map_init(map, arena);
	for (size_t i = 0; i < count; i++)
		entry_map_add(map, items[i].target_id, typed ? items[i].type : NULL, &items[i]);
}

/* A stored link that stays: it is neither disconnected nor sent, and items are connected to what is there. */
static bool stays(const struct store_link_row *row, bool typed, const struct entry_map *sent,
                  const struct entry_map *disconnected)
{
	const struct content_type *type = typed ? row->type : NULL;
	/* Of what is disconnected the type need not be known. */
	return !entry_map_get(sent, row->target_id, type) && !entry_map_get(disconnected, row->target_id, type) &&
	       !entry_map_get(disconnected, row->target_id, NULL);
}

void relation_decide_morph(const struct write_entry *entry, const struct write_field *field,
                           struct write_changes *changes)
{
	const struct relation_input *input = &field->input;
	struct arena *arena = changes->arena;
	/* Seen from the targets, a row names the type of the entry. */
	const struct content_type *entry_type = field->attribute->link.kind == LINK_MORPH_TARGET ? entry->type : NULL;
	int64_t *old_rows = arena_array(arena, field->row_count, sizeof *old_rows);
	struct store_link_row *links = arena_array(arena, field->row_count + input->item_count, sizeof *links);
	struct entry_map sent, disconnected;
	size_t count = 0;
	double order = 0;
	map_items(&sent, arena, !entry_type, input->items, input->item_count);
	map_items(&disconnected, arena, !entry_type, input->disconnect, input->disconnect_count);
	for (size_t i = 0; i < field->row_count; i++) {
		const struct store_link_row *row = &field->rows[i];
		old_rows[i] = row->row;
		if (!input->clear && !input->set && stays(row, !entry_type, &sent, &disconnected))
			links[count++] = (struct store_link_row){
			    .target_id = row->target_id, .type = row->type, .field = row->field};
	}
	for (size_t i = 0; i < input->item_count; i++)
		links[count++] = (struct store_link_row){.target_id = input->items[i].target_id,
		                                         .type = input->items[i].type,
		                                         .field = input->items[i].field};
	/* A place is counted for a target of an unknown type, too, but no row is made. */
	size_t row_count = 0;
	for (size_t i = 0; i < count; i++) {
		links[i].type = entry_type ? entry_type : links[i].type;
		links[i].has_order = true;
		links[i].order = ++order;
		if (links[i].type)
			links[row_count++] = links[i];
	}
	changes_delete(changes, field->attribute->link.table, old_rows, field->row_count);
	changes_insert_links(changes, field->attribute, entry, links, NULL, row_count);
}
