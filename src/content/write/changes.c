#include "changes.h"

enum change_kind {
	CHANGE_INSERT,
	CHANGE_UPDATE,
	CHANGE_DELETE,
	CHANGE_INSERT_LINKS,
	CHANGE_SET_ORDER,
	CHANGE_CLOSE_GAPS,
	CHANGE_SET_COLUMNS,
	CHANGE_CLEAR_COLUMNS,
};

struct write_change {
	enum change_kind kind;
	size_t count; /* of the fields, ids or rows, of which there is one kind at most */
	union {
		struct write_entry *created;     /* CHANGE_INSERT */
		const struct write_entry *entry; /* CHANGE_UPDATE, and of links */
		const char *table;               /* CHANGE_DELETE */
	};
	const struct attribute *attribute; /* of links */
	const struct store_field *fields;
	const int64_t *ids;
	int64_t *collected; /* the same, of several deletions; with room for `capacity` */
	size_t capacity;
	struct store_link_row *rows;
	const struct write_entry *const *components;
	int64_t row;
	double order;
};

static void add(struct write_changes *changes, struct write_change change)
{
	changes->items =
	    arena_grow(changes->arena, changes->items, changes->count, &changes->capacity, sizeof *changes->items);
	changes->items[changes->count++] = change;
}

void changes_insert(struct write_changes *changes, struct write_entry *entry, const struct store_field *fields,
                    size_t count)
{
	add(changes, (struct write_change){.kind = CHANGE_INSERT, .created = entry, .fields = fields, .count = count});
}

void changes_update(struct write_changes *changes, const struct write_entry *entry, const struct store_field *fields,
                    size_t count)
{
	if (count)
		add(changes,
		    (struct write_change){.kind = CHANGE_UPDATE, .entry = entry, .fields = fields, .count = count});
}

void changes_delete(struct write_changes *changes, const char *table, const int64_t *ids, size_t count)
{
	struct write_change *last = changes->count ? &changes->items[changes->count - 1] : NULL;
	if (!count)
		return;
	if (!last || last->kind != CHANGE_DELETE || strcmp(last->table, table) != 0) {
		add(changes, (struct write_change){.kind = CHANGE_DELETE, .table = table, .ids = ids, .count = count});
		return;
	}
	/* One statement deletes them all. */
	if (last->count + count > last->capacity) {
		last->capacity = (last->count + count) * 2;
		int64_t *all = arena_array(changes->arena, last->capacity, sizeof *all);
		memcpy(all, last->ids, last->count * sizeof *all);
		last->ids = last->collected = all;
	}
	memcpy(last->collected + last->count, ids, count * sizeof *ids);
	last->count += count;
}

void changes_insert_links(struct write_changes *changes, const struct attribute *attribute,
                          const struct write_entry *entry, struct store_link_row *rows,
                          const struct write_entry *const *components, size_t count)
{
	if (count)
		add(changes, (struct write_change){.kind = CHANGE_INSERT_LINKS,
		                                   .attribute = attribute,
		                                   .entry = entry,
		                                   .rows = rows,
		                                   .components = components,
		                                   .count = count});
}

void changes_set_order(struct write_changes *changes, const struct attribute *attribute, int64_t row, double order)
{
	add(changes,
	    (struct write_change){.kind = CHANGE_SET_ORDER, .attribute = attribute, .row = row, .order = order});
}

void changes_close_gaps(struct write_changes *changes, const struct attribute *attribute, const int64_t *target_ids,
                        size_t count)
{
	if (count && attribute->link.inverse_order_column)
		add(changes, (struct write_change){
				 .kind = CHANGE_CLOSE_GAPS, .attribute = attribute, .ids = target_ids, .count = count});
}

void changes_set_columns(struct write_changes *changes, const struct attribute *attribute,
                         const struct write_entry *entry, const int64_t *target_ids, size_t count)
{
	if (count)
		add(changes, (struct write_change){.kind = CHANGE_SET_COLUMNS,
		                                   .attribute = attribute,
		                                   .entry = entry,
		                                   .ids = target_ids,
		                                   .count = count});
}

void changes_clear_columns(struct write_changes *changes, const struct attribute *attribute,
                           const struct write_entry *entry, const int64_t *target_ids, size_t count)
{
	if (count || !target_ids)
		add(changes, (struct write_change){.kind = CHANGE_CLEAR_COLUMNS,
		                                   .attribute = attribute,
		                                   .entry = entry,
		                                   .ids = target_ids,
		                                   .count = count});
}

static bool apply_update(struct store_session *session, const struct write_change *change, struct error *error)
{
	const struct store_where where = {.column = "id", .id = change->entry->id};
	return store_update(session, change->entry->type->table, &where, change->fields, change->count, error);
}

static bool apply_links(struct store_session *session, const struct write_change *change, struct error *error)
{
	for (size_t i = 0; i < change->count; i++) {
		change->rows[i].entry_id = change->entry->id;
		if (change->components)
			change->rows[i].target_id = change->components[i]->id;
	}
	return store_insert_links(session, change->attribute, change->rows, change->count, error);
}

/* The columns of a target's row that name the entry. */
static bool apply_columns(struct store_session *session, const struct write_change *change, struct error *error)
{
	const struct link_storage *link = &change->attribute->link;
	const struct write_entry *entry = change->entry;
	bool typed = link->kind == LINK_COLUMN_TARGET, set = change->kind == CHANGE_SET_COLUMNS;
	struct store_field fields[] = {{.column = link->owner_column}, {.column = link->type_column}};
	struct store_where where = {.ids = change->ids, .id_count = change->count};
	if (set) {
		fields[0].value = value_integer(entry->id);
		fields[1].value = value_text(slice_of(entry->type->uid));
	} else {
		where.column = link->owner_column;
		where.id = entry->id;
		where.and_column = typed ? link->type_column : NULL;
		where.and_text = entry->type->uid;
	}
	return store_update(session, link->table, &where, fields, typed ? 2 : 1, error);
}

static bool apply(struct store_session *session, const struct write_change *change, struct error *error)
{
	switch (change->kind) {
	case CHANGE_INSERT:
		return store_insert(session, change->created->type->table, change->fields, change->count,
		                    &change->created->id, error);
	case CHANGE_UPDATE:
		return apply_update(session, change, error);
	case CHANGE_DELETE:
		return store_delete(session, change->table, "id", change->ids, change->count, error);
	case CHANGE_INSERT_LINKS:
		return apply_links(session, change, error);
	case CHANGE_SET_ORDER:
		return store_set_order(session, change->attribute, change->row, change->order, error);
	case CHANGE_CLOSE_GAPS:
		return store_close_gaps(session, change->attribute, change->ids, change->count, error);
	case CHANGE_SET_COLUMNS:
	case CHANGE_CLEAR_COLUMNS:
		return apply_columns(session, change, error);
	}
	return true;
}

/* A row that says its id is given none. */
static bool needs_id(const struct write_change *change)
{
	if (change->kind != CHANGE_INSERT)
		return false;
	for (size_t i = 0; i < change->count; i++)
		if (strcmp(change->fields[i].column, "id") == 0)
			return false;
	return true;
}

static bool needs_orders(const struct write_change *change)
{
	return change->kind == CHANGE_INSERT_LINKS && !change->components &&
	       change->attribute->link.inverse_order_column;
}

static const int64_t *targets_of(struct arena *arena, const struct write_change *change)
{
	int64_t *targets = arena_array(arena, change->count, sizeof *targets);
	for (size_t i = 0; i < change->count; i++)
		targets[i] = change->rows[i].target_id;
	return targets;
}

/* The ids of all rows and the orders of all links at once, where each would be a question of its own. */
static bool look_ahead(struct store_session *session, const struct write_changes *changes, struct error *error)
{
	const char **tables = arena_array(changes->arena, changes->count, sizeof *tables);
	struct write_entry **entries = arena_array(changes->arena, changes->count, sizeof *entries);
	struct store_coming_links *links = arena_array(changes->arena, changes->count, sizeof *links);
	size_t table_count = 0, link_count = 0;
	for (size_t i = 0; i < changes->count; i++) {
		const struct write_change *change = &changes->items[i];
		if (needs_id(change)) {
			entries[table_count] = change->created;
			tables[table_count++] = change->created->type->table;
		} else if (needs_orders(change)) {
			links[link_count++] = (struct store_coming_links){
			    .attribute = change->attribute,
			    .targets = targets_of(changes->arena, change),
			    .count = change->count,
			};
		}
	}
	if (table_count + link_count < 2)
		return true;
	int64_t *ids = arena_array(changes->arena, table_count, sizeof *ids);
	if (!store_look_ahead(session, tables, ids, table_count, links, link_count, error))
		return false;
	for (size_t i = 0; i < table_count; i++)
		entries[i]->id = ids[i];
	return true;
}

bool changes_apply(struct store_session *session, const struct write_changes *changes, struct error *error)
{
	if (!look_ahead(session, changes, error))
		return false;
	for (size_t i = 0; i < changes->count; i++)
		if (!apply(session, &changes->items[i], error))
			return false;
	return true;
}
