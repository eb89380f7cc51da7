#include "read.h"

#include "values.h"

#include <stdlib.h>

enum { USUAL_TEXT = 16 * 1024 }; /* bytes of the entries of a list; more is made room for as it comes */

/* Reads the cells of one kind of row as JSON members, with the names written only once. */
struct row_writer {
	const struct attribute **fields;
	struct slice *keys; /* ,"name": */
	size_t count;
};

static struct row_writer row_writer_create(struct arena *arena, const struct store_select *select)
{
	struct row_writer writer;
	struct buffer text = {0};
	writer.fields = store_fields(arena, select, &writer.count);
	writer.keys = arena_array(arena, writer.count, sizeof *writer.keys);
	for (size_t i = 0; i < writer.count; i++) {
		text.len = 0;
		buffer_byte(&text, ',');
		json_write_string(&text, slice_of(writer.fields[i]->name));
		buffer_byte(&text, ':');
		writer.keys[i] = arena_copy_slice(arena, buffer_as_slice(&text));
	}
	buffer_free(&text);
	return writer;
}

static void write_row(const struct row_writer *writer, struct store_cursor *cursor, struct content_result *result,
                      struct entry *entry)
{
	struct buffer *text = &result->text;
	entry->start = text->len;
	for (size_t i = 0; i < writer->count; i++) {
		struct cell cell;
		buffer_slice(text, writer->keys[i]);
		store_cell(cursor, i, &cell);
		value_write(text, writer->fields[i], &cell);
	}
	entry->length = text->len - entry->start;
}

/* The item for the cursor's row; an entry that was met before is not read again. */
static uint32_t take_row(const struct content_call *call, const struct row_writer *writer, struct store_cursor *cursor,
                         struct content_result *result, struct entries *entries)
{
	bool added;
	uint32_t item = entries_add(call->arena, entries, store_id(cursor), &added);
	if (added)
		write_row(writer, cursor, result, &entries->items[item]);
	return item;
}

static bool read_populates(const struct content_call *call, struct content_result *result, struct entries *entries,
                           struct error *error);

static void init_entries(const struct related *related, const struct entries *parents, const struct query *query,
                         struct entries *entries)
{
	const struct attribute *attribute = related->attribute;
	entries->query = query;
	entries->shows_empty = parents->shows_empty ||
	                       (attribute_is_morph(attribute) && attribute->relation != RELATION_MORPH_TO_MANY);
}

/* Relations, media and components: the other side's rows come with their parents. */
static bool read_related(const struct content_call *call, struct content_result *result, const struct entries *parents,
                         struct related *related, struct error *error)
{
	const struct store_select select = {
		.query = related->populate->query,
		.via = related->attribute,
		.owner = parents->query->type,
		.parents = entries_ids(call->arena, parents),
		.parent_count = parents->count,
		.descending = related->populate->descending,
	};
	struct store_cursor *cursor;
	bool row, done;
	related_init(call->arena, related, parents->count, 1);
	init_entries(related, parents, select.query, &related->entries[0]);
	/* The reference can't tell the parents of such a relation once fields are chosen, and answers null. */
	if (related->attribute->link.kind == LINK_COLUMN_TARGET && select.query->fields)
		return read_populates(call, result, &related->entries[0], error);
	if (!store_select(call->session, &select, &cursor, error))
		return false;
	struct row_writer writer = row_writer_create(call->arena, &select);
	while ((done = store_next(cursor, &row, error)) && row) {
		uint32_t parent = entries_find(parents, store_parent(cursor));
		if (parent == NO_ENTRY)
			continue;
		/* Of a to-one relation only the first counts. */
		if (!related->attribute->multiple && related->first[parent] != NO_ENTRY)
			continue;
		related_add(call->arena, related, parent, 0, take_row(call, &writer, cursor, result, &related->entries[0]));
	}
	store_close_cursor(cursor);
	return done && read_populates(call, result, &related->entries[0], error);
}

static bool read_counts(const struct content_call *call, const struct entries *parents, struct related *related,
                        struct error *error)
{
	const struct store_select select = {
		.query = related->populate->query,
		.via = related->attribute,
		.owner = parents->query->type,
		.parents = entries_ids(call->arena, parents),
		.parent_count = parents->count,
	};
	struct store_cursor *cursor;
	struct cell cell;
	bool row, done;
	related->counts = arena_array(call->arena, parents->count, sizeof *related->counts);
	if (!store_count_related(call->session, &select, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		uint32_t parent = entries_find(parents, store_id(cursor));
		store_cell(cursor, 0, &cell);
		if (parent != NO_ENTRY)
			related->counts[parent] = cell.integer;
	}
	store_close_cursor(cursor);
	return done;
}

/* The entries of one type that polymorphic links name. */
static bool read_linked_type(const struct content_call *call, struct content_result *result,
                             const struct store_link *links, size_t link_count, struct entries *entries,
                             struct error *error)
{
	int64_t *ids = arena_alloc_unset(call->arena, link_count * sizeof *ids + 1);
	struct store_select select = {.query = entries->query, .parents = ids};
	struct store_cursor *cursor;
	bool row, done;
	for (size_t i = 0; i < link_count; i++)
		if (links[i].type == entries->query->type)
			ids[select.parent_count++] = links[i].target;
	if (!select.parent_count)
		return true;
	if (!store_select(call->session, &select, &cursor, error))
		return false;
	struct row_writer writer = row_writer_create(call->arena, &select);
	while ((done = store_next(cursor, &row, error)) && row)
		take_row(call, &writer, cursor, result, entries);
	store_close_cursor(cursor);
	return done && read_populates(call, result, entries, error);
}

/* Dynamic zones and polymorphic relations: first the links, then the entries of each type that they name. */
static bool read_polymorphic(const struct content_call *call, struct content_result *result,
                             const struct entries *parents, struct related *related, struct error *error)
{
	const struct populate *populate = related->populate;
	struct store_link *links;
	size_t link_count;
	related_init(call->arena, related, parents->count, populate->by_type_count);
	/* The reference reads the type and id with the parent's fields, and answers null when those are chosen. */
	if (related->attribute->link.kind == LINK_COLUMN_OWNER && parents->query->fields)
		return true;
	if (!store_select_links(call->session, parents->query->type, related->attribute,
	                        entries_ids(call->arena, parents), parents->count, &links, &link_count, error))
		return false;
	for (size_t i = 0; i < link_count; i++)
		related->left_out = related->left_out || !links[i].type;
	for (size_t i = 0; i < populate->by_type_count; i++) {
		init_entries(related, parents, populate->by_type[i], &related->entries[i]);
		if (!read_linked_type(call, result, links, link_count, &related->entries[i], error))
			return false;
	}
	for (size_t i = 0; i < link_count; i++) {
		uint32_t parent = entries_find(parents, links[i].parent);
		for (size_t j = 0; j < populate->by_type_count && parent != NO_ENTRY; j++) {
			if (populate->by_type[j]->type != links[i].type)
				continue;
			uint32_t item = entries_find(&related->entries[j], links[i].target);
			if (item != NO_ENTRY)
				related_add(call->arena, related, parent, (uint32_t)j, item);
			break;
		}
	}
	return true;
}

static bool read_populates(const struct content_call *call, struct content_result *result, struct entries *entries,
                           struct error *error)
{
	const struct query *query = entries->query;
	entries->related = arena_array(call->arena, query->populate_count, sizeof *entries->related);
	if (!entries->count)
		return true;
	for (size_t i = 0; i < query->populate_count; i++) {
		struct related *related = &entries->related[i];
		bool done;
		related->populate = &query->populates[i];
		related->attribute = related->populate->attribute;
		if (related->populate->count_only)
			done = read_counts(call, entries, related, error);
		else if (related->populate->query)
			done = read_related(call, result, entries, related, error);
		else
			done = read_polymorphic(call, result, entries, related, error);
		if (!done)
			return false;
	}
	return true;
}

/* The codes of the other language versions, as a populate of its own that is not shown as one. */
static bool read_locales(const struct content_call *call, struct content_result *result, struct error *error)
{
	struct entries *entries = &result->entries;
	const struct content_type *type = entries->query->type;
	if (!type->localizations || !type->locale || !entries->count)
		return true;
	struct populate *populate = arena_alloc(call->arena, sizeof *populate);
	populate->attribute = type->localizations;
	populate->query = query_create(call->arena, type);
	populate->query->publication = entries->query->publication;
	populate->query->fields = arena_array(call->arena, 1, sizeof *populate->query->fields);
	populate->query->fields[0] = type->locale;
	populate->query->field_count = 1;
	entries->locales = arena_alloc(call->arena, sizeof *entries->locales);
	entries->locales->populate = populate;
	entries->locales->attribute = type->localizations;
	return read_related(call, result, entries, entries->locales, error);
}

static bool read_rows(const struct content_call *call, const struct store_select *select,
                      struct content_result *result, struct error *error)
{
	struct store_cursor *cursor;
	bool row, done;
	if (!store_select(call->session, select, &cursor, error))
		return false;
	struct row_writer writer = row_writer_create(call->arena, select);
	while ((done = store_next(cursor, &row, error)) && row) {
		result->order = arena_grow(call->arena, result->order, result->row_count, &result->row_capacity,
		                           sizeof *result->order);
		result->order[result->row_count++] = take_row(call, &writer, cursor, result, &result->entries);
	}
	store_close_cursor(cursor);
	return done;
}

bool read_result(const struct content_call *call, const struct query *query, const int64_t *ids, size_t id_count,
                 bool locales, struct content_result **result, struct error *error)
{
	const struct store_select select = {.query = query, .parents = ids, .parent_count = id_count};
	struct content_result *read = arena_alloc(call->arena, sizeof *read);
	read->entries.query = query;
	read->with_locales = locales;
	buffer_reserve(&read->text, USUAL_TEXT);
	bool done = read_rows(call, &select, read, error) && (!locales || read_locales(call, read, error)) &&
	            read_populates(call, read, &read->entries, error);
	if (!done) {
		content_free(read);
		return false;
	}
	*result = read;
	return true;
}
