/* Relations whose links stand in a table of two ids. What may have changed is found first, then written: rows that stay
 * are kept, with their place on the other side. */
#include "link_set.h"
#include "relation_change.h"

struct table_change {
	struct relation_change *base;
	struct link_set disconnected;
	struct link_set kept; /* rows that stay, by target */
	int64_t *targets;     /* what is to hang on the entry, in order; each once */
	size_t target_count;
};

static struct arena *arena_of(const struct table_change *change)
{
	return change->base->save->call->arena;
}

static struct store_session *session_of(const struct table_change *change)
{
	return change->base->save->call->session;
}

static struct error *error_of(const struct table_change *change)
{
	return change->base->save->error;
}

static bool to_one(const struct attribute *attribute)
{
	return attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_MANY_TO_ONE;
}

/* Entries of the other side belong to one entry of this side at most. */
static bool takes_away(const struct attribute *attribute)
{
	return attribute->inverse &&
	       (attribute->relation == RELATION_ONE_TO_ONE || attribute->relation == RELATION_ONE_TO_MANY);
}

static void set_targets(struct table_change *change, const struct relation_item *items, size_t count)
{
	change->targets = arena_array(arena_of(change), count, sizeof *change->targets);
	for (size_t i = 0; i < count; i++)
		change->targets[change->target_count++] = items[i].id;
}

/* Which entries are to hang on this one, and in what order. Of a relation to one only the last that is given does,
 * whatever its position. */
static bool find_targets(struct table_change *change)
{
	const struct relation_change *base = change->base;
	const struct relation_input *input = base->input;
	size_t current_count = 0;
	if (input->clear)
		return true;
	if (input->item_count && to_one(base->attribute)) {
		set_targets(change, &input->items[input->item_count - 1], 1);
		return true;
	}
	if (input->set) {
		set_targets(change, input->items, input->item_count);
		return true;
	}
	int64_t *current = arena_array(arena_of(change), base->row_count, sizeof *current);
	for (size_t i = 0; i < base->row_count; i++)
		if (!link_set_get(&change->disconnected, base->rows[i].target, NULL))
			current[current_count++] = base->rows[i].target;
	return connect_items(base->save, current, current_count, input->items, input->item_count, &change->targets,
	                     &change->target_count);
}

/* Removes what is not to hang on the entry any more. What is disconnected and connected in one go takes a new place on
 * the other side, too. */
static bool remove_others(struct table_change *change)
{
	const struct relation_change *base = change->base;
	int64_t *rows = arena_array(arena_of(change), base->row_count, sizeof *rows);
	int64_t *targets = arena_array(arena_of(change), base->row_count, sizeof *targets);
	struct link_set wanted;
	size_t count = 0;
	link_set_init(&wanted, arena_of(change));
	for (size_t i = 0; i < change->target_count; i++)
		link_set_add(&wanted, change->targets[i], NULL, change);
	for (size_t i = 0; i < base->row_count; i++) {
		struct store_link_row *row = &base->rows[i];
		if (link_set_get(&wanted, row->target, NULL) &&
		    !link_set_get(&change->disconnected, row->target, NULL) &&
		    link_set_add(&change->kept, row->target, NULL, row))
			continue;
		rows[count] = row->row;
		targets[count++] = row->target;
	}
	return relation_delete_rows(change->base, rows, count) &&
	       store_close_gaps(session_of(change), base->attribute, targets, count, error_of(change));
}

/* Takes the targets away from other entries of this side. */
static bool take_away(struct table_change *change)
{
	const struct relation_change *base = change->base;
	struct store_link_row *rows;
	size_t count, other_count = 0;
	if (!takes_away(base->attribute) || !change->target_count)
		return true;
	if (!store_read_links(session_of(change), base->type, base->attribute, true, change->targets,
	                      change->target_count, &rows, &count, error_of(change)))
		return false;
	int64_t *others = arena_array(arena_of(change), count, sizeof *others);
	for (size_t i = 0; i < count; i++)
		if (rows[i].owner != base->id)
			others[other_count++] = rows[i].row;
	return relation_delete_rows(change->base, others, other_count);
}

static const struct store_link_row *kept_row(const struct table_change *change, size_t target)
{
	return link_set_get(&change->kept, change->targets[target], NULL);
}

static bool set_order(struct table_change *change, const struct store_link_row *row, double order)
{
	return (row->has_order && row->order == order) ||
	       store_set_order(session_of(change), change->base->attribute, row->row, order, error_of(change));
}

static bool write_rows(struct table_change *change)
{
	const struct link *link = &change->base->attribute->link;
	struct store_link_row *added = arena_array(arena_of(change), change->target_count, sizeof *added);
	size_t count = 0;
	for (size_t i = 0; i < change->target_count; i++)
		if (!kept_row(change, i))
			added[count++] = (struct store_link_row){
			    .owner = change->base->id,
			    .target = change->targets[i],
			    .has_order = link->order_column,
			    .order = (double)i + 1,
			};
	if (!store_insert_links(session_of(change), change->base->attribute, added, count, error_of(change)))
		return false;
	for (size_t i = 0; i < change->target_count && link->order_column; i++) {
		const struct store_link_row *row = kept_row(change, i);
		if (row && !set_order(change, row, (double)i + 1))
			return false;
	}
	return true;
}

bool relation_table_save(struct relation_change *base)
{
	struct table_change change = {.base = base};
	const struct relation_input *input = base->input;
	link_set_init(&change.disconnected, arena_of(&change));
	link_set_init(&change.kept, arena_of(&change));
	for (size_t i = 0; i < input->disconnect_count; i++)
		link_set_add(&change.disconnected, input->disconnect[i].id, NULL, &input->disconnect[i]);
	return find_targets(&change) && remove_others(&change) && take_away(&change) && write_rows(&change);
}
