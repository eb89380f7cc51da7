/* Relations whose links are columns of the other side's rows. */
#include "link_set.h"
#include "relation_change.h"

/* The rows to change, and what is put into them. */
struct direct_change {
	struct relation_change *base;
	struct store_field fields[2];
	size_t field_count;
};

static bool update(struct direct_change *change, const struct store_where *where)
{
	const struct save *save = change->base->save;
	return store_update(save->call->session, change->base->attribute->link.table, where, change->fields,
	                    change->field_count, save->error);
}

static bool update_row(struct direct_change *change, int64_t id)
{
	const struct store_where where = {.column = "id", .id = id};
	return update(change, &where);
}

static bool clear_all(struct direct_change *change)
{
	const struct link *link = &change->base->attribute->link;
	struct store_where where = {.column = link->owner_column, .id = change->base->id};
	if (change->field_count > 1) {
		where.and_column = link->type_column;
		where.and_text = change->base->type->uid;
	}
	return update(change, &where);
}

/* What hangs on the entry now. */
static bool read_hanging(const struct direct_change *change, struct link_set *hanging)
{
	static const struct attribute *no_fields[1];
	const struct relation_change *base = change->base;
	const struct content_call *call = base->save->call;
	struct query *query = query_create(call->arena, base->attribute->target);
	const struct store_select select = {
	    .query = query, .via = base->attribute, .owner = base->type, .parents = &base->id, .parent_count = 1};
	struct store_cursor *cursor;
	bool row, done;
	query->fields = no_fields;
	link_set_init(hanging, call->arena);
	if (!store_select(call->session, &select, &cursor, base->save->error))
		return false;
	while ((done = store_next(cursor, &row, base->save->error)) && row)
		link_set_add(hanging, store_id(cursor), NULL, hanging);
	store_close_cursor(cursor);
	return done;
}

/* What hangs on another entry stays there. */
static bool disconnect(struct direct_change *change)
{
	const struct relation_input *input = change->base->input;
	struct link_set hanging;
	if (!input->disconnect_count)
		return true;
	if (!read_hanging(change, &hanging))
		return false;
	for (size_t i = 0; i < input->disconnect_count; i++)
		if (link_set_get(&hanging, input->disconnect[i].id, NULL) &&
		    !update_row(change, input->disconnect[i].id))
			return false;
	return true;
}

bool relation_direct_save(struct relation_change *base)
{
	const struct link *link = &base->attribute->link;
	const struct relation_input *input = base->input;
	struct direct_change change = {
	    .base = base,
	    .fields = {{.column = link->owner_column}, {.column = link->type_column}},
	    .field_count = link->kind == LINK_COLUMN_TARGET ? 2 : 1,
	};
	if ((input->clear || input->set) && !clear_all(&change))
		return false;
	if (!disconnect(&change))
		return false;
	change.fields[0].value = value_integer(base->id);
	change.fields[1].value = value_text(slice_of(base->type->uid));
	size_t count = base->attribute->multiple || input->item_count < 2 ? input->item_count : 1;
	for (size_t i = 0; i < count && !input->clear; i++)
		if (!update_row(&change, input->items[i].id))
			return false;
	return true;
}
