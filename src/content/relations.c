#include "save.h"

/* One relation field of one entry while it changes. */
struct change {
	struct save *save;
	const struct content_type *type;
	const struct attribute *attribute;
	int64_t id;
	const struct relation_input *input;
	struct store_link_row *rows; /* what hangs on the entry before the change, in order */
	size_t row_count;
	int64_t *targets; /* what is to hang on it, in order */
	size_t target_count;
};

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

static bool contains(const int64_t *ids, size_t count, int64_t id)
{
	for (size_t i = 0; i < count; i++)
		if (ids[i] == id)
			return true;
	return false;
}

static bool is_disconnected(const struct relation_input *input, const struct store_link_row *row)
{
	for (size_t i = 0; i < input->disconnect_count; i++)
		if (input->disconnect[i].id == row->target &&
		    (!input->disconnect[i].type || !row->type || input->disconnect[i].type == row->type))
			return true;
	return false;
}

static struct store_link_row *row_of(const struct change *change, int64_t target)
{
	for (size_t i = 0; i < change->row_count; i++)
		if (change->rows[i].target == target)
			return &change->rows[i];
	return NULL;
}

/* Of a relation to one entry only the last item counts. */
static void limit_items(const struct attribute *attribute, const struct relation_item **items, size_t *count)
{
	if (*count > 1 && to_one(attribute)) {
		*items += *count - 1;
		*count = 1;
	}
}

/* Which entries are to hang on this one, and in what order. */
static bool find_targets(struct change *change)
{
	const struct relation_input *input = change->input;
	struct arena *arena = change->save->call->arena;
	const struct relation_item *items = input->items;
	size_t count = input->item_count, current_count = 0;
	int64_t *current = arena_array(arena, change->row_count, sizeof *current);
	limit_items(change->attribute, &items, &count);
	if (input->clear || input->set) {
		change->targets = arena_array(arena, count, sizeof *change->targets);
		for (size_t i = 0; i < count && !input->clear; i++)
			if (!contains(change->targets, change->target_count, items[i].id))
				change->targets[change->target_count++] = items[i].id;
		return true;
	}
	for (size_t i = 0; i < change->row_count; i++)
		if (!is_disconnected(input, &change->rows[i]) && !(count && to_one(change->attribute)))
			current[current_count++] = change->rows[i].target;
	return connect_items(change->save, current, current_count, items, count, &change->targets,
	                     &change->target_count);
}

static bool set_order(struct change *change, const struct store_link_row *row, bool inverse, double order)
{
	bool has = inverse ? row->has_inverse_order : row->has_order;
	if (has && (inverse ? row->inverse_order : row->order) == order)
		return true;
	return store_set_order(change->save->call->session, change->attribute, row->row, inverse, order,
	                       change->save->error);
}

/* Numbers what hangs on the given entries of the other side anew, after some of it went. */
static bool close_inverse_gaps(struct change *change, const int64_t *targets, size_t count)
{
	return !change->attribute->link.inverse_order_column ||
	       store_close_gaps(change->save->call->session, change->attribute, targets, count, change->save->error);
}

static bool delete_rows(struct change *change, const int64_t *rows, size_t count)
{
	return store_delete(change->save->call->session, change->attribute->link.table, "id", rows, count,
	                    change->save->error);
}

/* Removes what is not to hang on the entry any more. */
static bool remove_others(struct change *change)
{
	struct arena *arena = change->save->call->arena;
	int64_t *rows = arena_array(arena, change->row_count, sizeof *rows);
	int64_t *targets = arena_array(arena, change->row_count, sizeof *targets);
	size_t count = 0;
	for (size_t i = 0; i < change->row_count; i++) {
		/* What is disconnected and connected in one go takes a new place on the other side, too. */
		bool stays = contains(change->targets, change->target_count, change->rows[i].target) &&
		             !is_disconnected(change->input, &change->rows[i]);
		if (stays)
			continue;
		rows[count] = change->rows[i].row;
		targets[count++] = change->rows[i].target;
		change->rows[i].target = -1;
	}
	return delete_rows(change, rows, count) && close_inverse_gaps(change, targets, count);
}

/* Takes the targets away from other entries of this side. */
static bool take_away(struct change *change)
{
	struct store_link_row *rows;
	size_t count, other_count = 0;
	if (!takes_away(change->attribute) || !change->target_count)
		return true;
	if (!store_read_links(change->save->call->session, change->type, change->attribute, true, change->targets,
	                      change->target_count, &rows, &count, change->save->error))
		return false;
	int64_t *others = arena_array(change->save->call->arena, count, sizeof *others);
	for (size_t i = 0; i < count; i++)
		if (rows[i].owner != change->id)
			others[other_count++] = rows[i].row;
	return delete_rows(change, others, other_count);
}

/* On the other side a new link comes last. `orders`: by target, set for those that are added. */
static bool find_inverse_orders(struct change *change, double *orders)
{
	struct arena *arena = change->save->call->arena;
	int64_t *added = arena_array(arena, change->target_count, sizeof *added);
	double *last = arena_array(arena, change->target_count, sizeof *last);
	size_t count = 0, at = 0;
	if (!change->attribute->link.inverse_order_column)
		return true;
	for (size_t i = 0; i < change->target_count; i++)
		if (!row_of(change, change->targets[i]))
			added[count++] = change->targets[i];
	if (!store_read_last_orders(change->save->call->session, change->attribute, added, count, last,
	                            change->save->error))
		return false;
	for (size_t i = 0; i < change->target_count; i++)
		if (!row_of(change, change->targets[i]))
			orders[i] = last[at++] + 1;
	return true;
}

static bool write_rows(struct change *change)
{
	const struct link *link = &change->attribute->link;
	struct arena *arena = change->save->call->arena;
	double *inverse = arena_array(arena, change->target_count, sizeof *inverse);
	struct store_link_row *added = arena_array(arena, change->target_count, sizeof *added);
	size_t count = 0;
	if (!find_inverse_orders(change, inverse))
		return false;
	for (size_t i = 0; i < change->target_count; i++) {
		const struct store_link_row *row = row_of(change, change->targets[i]);
		if (row && link->order_column && !set_order(change, row, false, (double)i + 1))
			return false;
		if (!row)
			added[count++] = (struct store_link_row){
			    .owner = change->id,
			    .target = change->targets[i],
			    .has_order = link->order_column,
			    .order = (double)i + 1,
			    .has_inverse_order = link->inverse_order_column,
			    .inverse_order = inverse[i],
			};
	}
	return store_insert_links(change->save->call->session, change->attribute, added, count, change->save->error);
}

static bool save_table(struct change *change)
{
	return find_targets(change) && remove_others(change) && take_away(change) && write_rows(change);
}

/* ---- polymorphic links: the rows are made anew, in their order ---- */

struct morph_target {
	int64_t id;
	const struct content_type *type;
};

static bool save_morph(struct change *change)
{
	const struct relation_input *input = change->input;
	const struct content_type *own = change->attribute->link.kind == LINK_MORPH_TARGET ? change->type : NULL;
	struct arena *arena = change->save->call->arena;
	struct morph_target *targets = arena_array(arena, change->row_count + input->item_count, sizeof *targets);
	int64_t *rows = arena_array(arena, change->row_count, sizeof *rows);
	size_t count = 0;
	for (size_t i = 0; i < change->row_count; i++) {
		const struct store_link_row *row = &change->rows[i];
		rows[i] = row->row;
		bool again = false;
		for (size_t j = 0; j < input->item_count; j++)
			again =
			    again || (input->items[j].id == row->target && (own || input->items[j].type == row->type));
		if (!input->clear && !input->set && !again && !is_disconnected(input, row))
			targets[count++] = (struct morph_target){row->target, row->type};
	}
	for (size_t i = 0; i < input->item_count && !input->clear; i++)
		targets[count++] = (struct morph_target){input->items[i].id, input->items[i].type};
	if (!delete_rows(change, rows, change->row_count))
		return false;
	struct store_link_row *added = arena_array(arena, count, sizeof *added);
	size_t added_count = 0;
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

/* The links are columns of the other side's rows. */
static bool save_direct(struct change *change)
{
	const struct link *link = &change->attribute->link;
	const struct relation_input *input = change->input;
	const char *type = link->kind == LINK_COLUMN_TARGET ? change->type->uid : NULL;
	const struct store_where mine = {.column = link->owner_column,
	                                 .id = change->id,
	                                 .and_column = type ? link->type_column : NULL,
	                                 .and_text = type};
	struct store_field fields[2] = {{.column = link->owner_column}, {.column = link->type_column}};
	size_t field_count = type ? 2 : 1;
	struct store_session *session = change->save->call->session;
	if ((input->clear || input->set) &&
	    !store_update(session, link->table, &mine, fields, field_count, change->save->error))
		return false;
	for (size_t i = 0; i < input->disconnect_count; i++) {
		const struct store_where where = {.column = "id", .id = input->disconnect[i].id};
		if (!store_update(session, link->table, &where, fields, field_count, change->save->error))
			return false;
	}
	fields[0].value = value_integer(change->id);
	if (type)
		fields[1].value = value_text(slice_of(type));
	size_t count = change->attribute->multiple || input->item_count < 2 ? input->item_count : 1;
	for (size_t i = 0; i < count && !input->clear; i++) {
		const struct store_where where = {.column = "id", .id = input->items[i].id};
		if (!store_update(session, link->table, &where, fields, field_count, change->save->error))
			return false;
	}
	return true;
}

static bool save_relation(struct change *change, bool creation)
{
	enum link_kind kind = change->attribute->link.kind;
	bool table = kind == LINK_TABLE || kind == LINK_MORPH_OWNER || kind == LINK_MORPH_TARGET;
	if (table && !creation &&
	    !store_read_links(change->save->call->session, change->type, change->attribute, false, &change->id, 1,
	                      &change->rows, &change->row_count, change->save->error))
		return false;
	switch (kind) {
	case LINK_TABLE:
		return save_table(change);
	case LINK_MORPH_OWNER:
	case LINK_MORPH_TARGET:
		return save_morph(change);
	case LINK_COLUMN_TARGET:
	case LINK_JOIN_COLUMN_INVERSE:
		return save_direct(change);
	default:
		return true; /* columns of the entry's own row */
	}
}

static bool is_relation_field(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION || attribute->type == ATTRIBUTE_MEDIA;
}

bool relations_save(struct save *save, const struct content_type *type, int64_t id, struct json_object *data,
                    bool creation)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *json;
		struct relation_input input;
		if (!is_relation_field(attribute) || !json_object_object_get_ex(data, attribute->name, &json) ||
		    (creation && !json))
			continue;
		struct change change = {.save = save, .type = type, .attribute = attribute, .id = id, .input = &input};
		if (!relation_read(save->call->arena, save->registry, attribute, json, attribute->name, &input,
		                   save->error) ||
		    !save_relation(&change, creation))
			return false;
	}
	return true;
}

bool relations_forget(struct save *save, const struct content_type *type, int64_t id)
{
	static const struct relation_input nothing = {.clear = true};
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		enum link_kind kind = attribute->link.kind;
		if (!is_relation_field(attribute) ||
		    (kind != LINK_MORPH_OWNER && kind != LINK_MORPH_TARGET && kind != LINK_COLUMN_TARGET))
			continue;
		struct change change = {
		    .save = save, .type = type, .attribute = attribute, .id = id, .input = &nothing};
		if (!save_relation(&change, false))
			return false;
	}
	return true;
}
