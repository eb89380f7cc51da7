/* Polymorphic links in a table, seen from either side: the rows are made anew, in their order. */
#include "link_set.h"
#include "relation_change.h"

struct morph_target {
	int64_t id;
	const struct content_type *type;
};

/* `typed`: the items name their types; else they all are of one. */
static void collect_items(struct link_set *set, struct arena *arena, bool typed, struct relation_item *items,
                          size_t count)
{
	link_set_init(set, arena);
	for (size_t i = 0; i < count; i++)
		link_set_add(set, items[i].id, typed ? items[i].type : NULL, &items[i]);
}

/* What is to hang on the entry: what hung there and is neither disconnected nor given anew, then what is given. */
static struct morph_target *find_targets(const struct relation_change *change, bool typed, size_t *count)
{
	const struct relation_input *input = change->input;
	struct arena *arena = change->save->call->arena;
	struct morph_target *targets = arena_array(arena, change->row_count + input->item_count, sizeof *targets);
	struct link_set given, disconnected;
	*count = 0;
	if (input->clear)
		return targets;
	collect_items(&given, arena, typed, input->items, input->item_count);
	collect_items(&disconnected, arena, typed, input->disconnect, input->disconnect_count);
	for (size_t i = 0; i < change->row_count && !input->set; i++) {
		const struct store_link_row *row = &change->rows[i];
		/* Of what is disconnected the type need not be known. */
		bool goes = link_set_get(&given, row->target, typed ? row->type : NULL) ||
		            link_set_get(&disconnected, row->target, typed ? row->type : NULL) ||
		            link_set_get(&disconnected, row->target, NULL);
		if (!goes)
			targets[(*count)++] = (struct morph_target){row->target, row->type};
	}
	for (size_t i = 0; i < input->item_count; i++)
		targets[(*count)++] = (struct morph_target){input->items[i].id, input->items[i].type};
	return targets;
}

static bool delete_all(struct relation_change *change)
{
	int64_t *rows = arena_array(change->save->call->arena, change->row_count, sizeof *rows);
	for (size_t i = 0; i < change->row_count; i++)
		rows[i] = change->rows[i].row;
	return relation_delete_rows(change, rows, change->row_count);
}

bool relation_morph_save(struct relation_change *change)
{
	struct arena *arena = change->save->call->arena;
	const struct content_type *own = change->attribute->link.kind == LINK_MORPH_TARGET ? change->type : NULL;
	size_t count, added_count = 0;
	const struct morph_target *targets = find_targets(change, !own, &count);
	struct store_link_row *added = arena_array(arena, count, sizeof *added);
	if (!delete_all(change))
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct content_type *type = own ? own : targets[i].type;
		if (type)
			added[added_count++] = (struct store_link_row){.owner = change->id,
			                                               .target = targets[i].id,
			                                               .type = type,
			                                               .has_order = true,
			                                               .order = (double)i + 1};
	}
	return store_insert_links(change->save->call->session, change->attribute, added, added_count,
	                          change->save->error);
}
