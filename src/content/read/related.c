/* What a query populates: one statement for each populate of a level. */
#include "read.h"
#include "rows.h"
#include "size.h"
#include "unordered.h"

static void init_entries(const struct related *related, const struct entries *parents, const struct query *query,
                         struct entries *entries)
{
	const struct attribute *attribute = related->attribute;
	entries->query = query;
	entries->shows_empty =
	    parents->shows_empty || (attribute_is_morph(attribute) && attribute->relation != RELATION_MORPH_TO_MANY);
}

/* A populate whose statement runs, and whose rows are still to be read. */
struct populate_read {
	struct related *related;
	struct store_select select;
	struct store_cursor *cursor; /* NULL: there are none */
};

/* Whether there is a reason to fail. Strapi's query engine finds it here, too: what was changed before stays. */
static bool fails(const struct content_call *call, const struct error *reason, struct error *error)
{
	return reason && !content_fail_behind(call, reason, error);
}

static struct store_select select_related(const struct entries *parents, const struct related *related,
                                          const int64_t *ids)
{
	return (struct store_select){
	    .query = related->populate->query,
	    .via = related->attribute,
	    .owner = parents->query->type,
	    .parents = ids,
	    .parent_count = parents->count,
	};
}

static void begin_related(const struct content_call *call, const struct entries *parents,
                          const struct populate_read *reading)
{
	entries_init_related(call->arena, reading->related, parents->count, 1);
	init_entries(reading->related, parents, reading->select.query, &reading->related->entries[0]);
}

/* Relations, media and components: the other side's rows come with their parents. */
static bool start_related(const struct content_call *call, const struct entries *parents, struct populate_read *reading,
                          struct error *error)
{
	struct related *related = reading->related;
	int64_t *ids = entries_ids(call->arena, parents);
	reading->select = select_related(parents, related, ids);
	reading->select.descending = related->populate->descending;
	reading->select.unordered = true;
	begin_related(call, parents, reading);
	/* Most entries have no other language version, and few have something of each attribute. */
	if (!store_leave_linked(call->session, parents->query->type, related->attribute, ids,
	                        &reading->select.parent_count, error))
		return false;
	if (!reading->select.parent_count)
		return true;
	/* Strapi can't tell the parents of such a relation once fields are chosen, and answers null. */
	if (related->attribute->link.kind == LINK_COLUMN_TARGET && reading->select.query->fields &&
	    !reading->select.query->selective && !reading->select.query->visible_only)
		return true;
	return store_select(call->session, &reading->select, &reading->cursor, error);
}

/* A page is shorter than what a parent has: the database sorts the rows, and all are read from the first on. */
static bool start_in_order(const struct content_call *call, const struct entries *parents,
                           struct populate_read *reading, struct error *error)
{
	store_close_cursor(reading->cursor);
	reading->cursor = NULL;
	store_note_short_page(call->session, &reading->select);
	reading->select.unordered = false;
	begin_related(call, parents, reading);
	return store_select(call->session, &reading->select, &reading->cursor, error);
}

static bool take_related(const struct content_call *call, struct content_result *result, const struct entries *parents,
                         struct populate_read *reading, struct error *error)
{
	struct related *related = reading->related;
	bool row, done, too_many = false;
	if (store_is_unordered(reading->cursor)) {
		done =
		    unordered_take(call, result, parents, related, &reading->select, reading->cursor, &too_many, error);
		if (!done || !too_many)
			return done;
		if (!start_in_order(call, parents, reading, error))
			return false;
	}
	struct row_writer writer = rows_create_writer(call->arena, &reading->select);
	while ((done = store_next(reading->cursor, &row, error) && (!row || rows_spend(call, result, error))) && row) {
		uint32_t parent = entries_find(parents, store_parent(reading->cursor));
		if (parent == NO_ENTRY || !entries_may_add_related(related, parent))
			continue;
		entries_add_related(call->arena, related, parent, 0,
		                    rows_take(call, &writer, reading->cursor, result, &related->entries[0]));
	}
	return done;
}

static bool start_counts(const struct content_call *call, const struct entries *parents, struct populate_read *reading,
                         struct error *error)
{
	reading->select = select_related(parents, reading->related, entries_ids(call->arena, parents));
	reading->related->counts = arena_array(call->arena, parents->count, sizeof *reading->related->counts);
	return store_count_related(call->session, &reading->select, &reading->cursor, error);
}

static bool take_counts(const struct entries *parents, struct populate_read *reading, struct error *error)
{
	struct cell cell;
	bool row, done;
	while ((done = store_next(reading->cursor, &row, error)) && row) {
		uint32_t parent = entries_find(parents, store_id(reading->cursor));
		store_cell(reading->cursor, 0, &cell);
		if (parent != NO_ENTRY)
			reading->related->counts[parent] = cell.integer;
	}
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
	if (fails(call, entries->query->fails, error))
		return false;
	if (!store_select(call->session, &select, &cursor, error))
		return false;
	struct row_writer writer = rows_create_writer(call->arena, &select);
	while ((done = store_next(cursor, &row, error) && (!row || rows_spend(call, result, error))) && row)
		rows_take(call, &writer, cursor, result, entries);
	store_close_cursor(cursor);
	return done && read_populated(call, result, entries, false, error);
}

/* Dynamic zones and polymorphic relations: first the links, then the entries of each type that they name. */
static bool read_polymorphic(const struct content_call *call, struct content_result *result,
                             const struct entries *parents, struct related *related, struct error *error)
{
	const struct populate *populate = related->populate;
	struct store_link *links;
	size_t link_count;
	entries_init_related(call->arena, related, parents->count, populate->by_type_count);
	/* Strapi reads the type and id with the parent's fields, and answers null when those are chosen. */
	if (related->attribute->link.kind == LINK_COLUMN_OWNER && parents->query->fields &&
	    !parents->query->selective && !parents->query->visible_only)
		return true;
	int64_t *ids = entries_ids(call->arena, parents);
	size_t id_count = parents->count;
	if (!store_leave_linked(call->session, parents->query->type, related->attribute, ids, &id_count, error))
		return false;
	if (!id_count || !store_select_links(call->session, parents->query->type, related->attribute, ids, id_count,
	                                     &links, &link_count, error))
		return !id_count;
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
				entries_add_related(call->arena, related, parent, (uint32_t)j, item);
			break;
		}
	}
	return true;
}

static bool start_reading(const struct content_call *call, const struct entries *parents, struct populate_read *reading,
                          struct error *error)
{
	const struct populate *populate = reading->related->populate;
	if (fails(call, populate->fails, error))
		return false;
	/* Of what the parents' columns name Strapi looks at no more than there is: take_reading tells. */
	if (populate->query && populate->attribute->link.kind != LINK_JOIN_COLUMN &&
	    fails(call, populate->query->fails, error))
		return false;
	if (populate->count_only)
		return start_counts(call, parents, reading, error);
	return !populate->query || start_related(call, parents, reading, error);
}

static bool take_reading(const struct content_call *call, struct content_result *result, const struct entries *parents,
                         struct populate_read *reading, struct error *error)
{
	const struct populate *populate = reading->related->populate;
	bool done = true;
	if (!populate->count_only && !populate->query)
		return read_polymorphic(call, result, parents, reading->related, error);
	if (!reading->cursor)
		return true;
	if (populate->count_only)
		done = take_counts(parents, reading, error);
	else
		done = take_related(call, result, parents, reading, error) &&
		       (!reading->related->entries[0].count || !fails(call, populate->query->fails, error));
	store_close_cursor(reading->cursor);
	reading->cursor = NULL;
	return done;
}

/* Reads what is populated of the entries of one level. */
static bool read_level(const struct content_call *call, struct content_result *result, const struct entries *parents,
                       struct populate_read *readings, size_t count, struct error *error)
{
	size_t started = 0, taken = 0;
	bool done = true, ahead = store_is_elsewhere(call->session);
	while (ahead && done && started < count)
		done = start_reading(call, parents, &readings[started++], error);
	for (; done && taken < count; taken++)
		done = (ahead || start_reading(call, parents, &readings[taken], error)) &&
		       take_reading(call, result, parents, &readings[taken], error);
	for (size_t i = 0; i < count; i++)
		if (readings[i].cursor)
			store_close_cursor(readings[i].cursor);
	for (size_t i = 0; done && i < count; i++)
		if (!readings[i].related->populate->count_only && readings[i].related->populate->query)
			done = read_populated(call, result, &readings[i].related->entries[0], false, error);
	return done;
}

static void add_reading(struct populate_read *readings, size_t *count, struct related *related,
                        const struct populate *populate)
{
	related->populate = populate;
	related->attribute = populate->attribute;
	readings[(*count)++].related = related;
}

/* The codes of the other language versions, as a populate of its own that is not shown as one. */
static const struct populate *populate_locales(const struct content_call *call, const struct query *of)
{
	struct populate *populate = arena_alloc(call->arena, sizeof *populate);
	struct query *query = query_create(call->arena, of->type);
	query->publication = of->publication;
	query->fields = arena_array(call->arena, 1, sizeof *query->fields);
	query->fields[0] = of->type->locale;
	query->field_count = 1;
	populate->attribute = of->type->localizations;
	populate->query = query;
	return populate;
}

bool read_populated(const struct content_call *call, struct content_result *result, struct entries *entries,
                    bool locales, struct error *error)
{
	const struct query *query = entries->query;
	size_t count = 0;
	entries->related = arena_array(call->arena, query->populate_count, sizeof *entries->related);
	if (!entries->count)
		return true;
	struct populate_read *readings = arena_array(call->arena, query->populate_count + 1, sizeof *readings);
	if (locales && query->type->localizations && query->type->locale) {
		entries->locales = arena_alloc(call->arena, sizeof *entries->locales);
		add_reading(readings, &count, entries->locales, populate_locales(call, query));
	}
	for (size_t i = 0; i < query->populate_count; i++)
		add_reading(readings, &count, &entries->related[i], &query->populates[i]);
	if (!read_level(call, result, entries, readings, count, error))
		return false;
	if (query->populate_count)
		size_measure(call->arena, entries);
	return true;
}
