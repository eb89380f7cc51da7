/* Selecting entries: by one statement; or their ids first, where a list takes long to sort or search. */
#include "count.h"
#include "cursor.h"
#include "pages.h"
#include "store/sql/select.h"
#include "store/sql/select_from.h"

#include <stdlib.h>

/* Ids of a list are read up to the end of its first pages at least, when they are to be remembered. */
enum { FEWEST_IDS = 1024, LONGEST_PAGE = 1000 };

/* The attributes that the columns are read as: id, parent, order, then the fields. */
static const struct attribute **column_attributes(struct arena *arena, const struct store_select *select, bool ordered,
                                                  const struct select_fields *fields, size_t *first)
{
	static const struct attribute order = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	const struct attribute **columns = arena_alloc_unset(arena, (fields->count + 3) * sizeof(*columns));
	*first = 0;
	columns[(*first)++] = &select->query->type->id;
	if (select->via)
		columns[(*first)++] = &select->query->type->id;
	if (!ordered)
		columns[(*first)++] = &order;
	if (fields->count)
		memcpy(columns + *first, fields->fields, fields->count * sizeof *columns);
	return columns;
}

/* Runs what was written. */
static bool open_rows(struct store_session *session, struct sql *sql, const struct store_select *select,
                      const struct select_fields *fields, struct store_cursor **cursor, struct error *error)
{
	size_t first;
	const bool unordered = select_leaves_order(sql, select);
	const struct attribute **columns = column_attributes(session->arena, select, !unordered, fields, &first);
	if (!session_open_cursor(session, sql, columns, first + fields->count, first, cursor, error))
		return false;
	(*cursor)->query = select->query;
	(*cursor)->noted = select->via || select->parent_count ? NULL : select->query;
	(*cursor)->unordered = unordered;
	if (select_has_pages(select) && !unordered && !sql->dialect->cuts_pages)
		(*cursor)->pages = pages_create(session->arena, select->parents, select->parent_count,
		                                select->query->offset, select->query->limit);
	return true;
}

/* ---- ids first ---- */

/* Whether the statement may have to look at many entries that are not of the page. What is in the order of its ids is
 * read no further than the page, but where it is searched. */
static bool may_be_slow(const struct store_session *session, const struct store_select *select)
{
	const struct query *query = select->query;
	if (select->via || select->parent_count || session->writes || query->limit <= 0 ||
	    query->limit > LONGEST_PAGE || query->offset < 0 || query->offset > LISTS_LONGEST - LONGEST_PAGE)
		return false;
	for (size_t i = 0; i < query->sort_count; i++)
		if (query->sorts[i].path_length > 1)
			return false;
	return query->search.len || (query->sort_count && query->sorts[0].path[0]->type != ATTRIBUTE_ID);
}

/* A database in another process tells what it sees with its first answer. */
static uint64_t version_seen(struct store_session *session)
{
	const uint64_t seen = store_version_seen(session);
	struct sql sql;
	struct error error;
	int64_t one;
	if (seen)
		return seen;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT 1");
	return session_read_number(session, &sql, NULL, &one, &error) ? store_version_seen(session) : 0;
}

/* All ids that the statement gives, malloc'd. */
static bool read_ids(struct store_session *session, struct sql *sql, const struct query *query, int64_t **ids,
                     size_t *count, struct error *error)
{
	const struct attribute **columns = arena_array(session->arena, 1, sizeof *columns);
	struct store_cursor *cursor;
	size_t capacity = 0;
	bool row, done;
	columns[0] = &query->type->id;
	*ids = NULL;
	*count = 0;
	if (!session_open_cursor(session, sql, columns, 1, 1, &cursor, error))
		return false;
	cursor->query = cursor->noted = query;
	while ((done = store_next(cursor, &row, error)) && row) {
		if (*count == capacity) {
			capacity = capacity ? 2 * capacity : FEWEST_IDS;
			*ids = memory_resize(*ids, capacity * sizeof **ids);
		}
		(*ids)[(*count)++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	if (!done)
		free(*ids);
	return done;
}

/* How many ids to read for a page that ends there. A list in the order of its ids is read no further than it must. */
static size_t ids_to_read(const struct query *query, size_t end)
{
	if (!query->sort_count || query->sorts[0].path[0]->type == ATTRIBUTE_ID)
		return end;
	const size_t more = end + end / 2;
	return more < FEWEST_IDS ? FEWEST_IDS : more > LISTS_LONGEST ? LISTS_LONGEST : more;
}

/* Reads the first ids of the list, and keeps them under the key where the version is known. */
static bool read_list(struct store_session *session, struct sql *sql, const struct query *query, struct slice key,
                      bool keep, struct list_page *page, struct error *error)
{
	const size_t most = ids_to_read(query, page->offset + page->limit);
	const int64_t begun = clock_nanoseconds();
	int64_t *ids;
	size_t count;
	sql_text(sql, " LIMIT ");
	sql_value(sql, NULL, value_integer((int64_t)most));
	if (!read_ids(session, sql, query, &ids, &count, error))
		return false;
	list_page_copy(page, ids, count);
	if (count < most)
		count_keep(session, query, (int64_t)count);
	if (keep && clock_nanoseconds() - begun >= LISTS_SLOW)
		lists_keep(&session->store->lists, key, ids, count, count < most);
	else
		free(ids);
	return true;
}

/* The ids of the query's page, remembered or read, for the statement. */
static bool find_ids(struct store_session *session, const struct query *query, struct slice statement,
                     struct list_page *page, struct error *error)
{
	const uint64_t seen = version_seen(session);
	struct sql sql;
	struct buffer key = {0};
	bool done;
	session_start_sql(session, &sql);
	select_write_ids(&sql, query);
	totals_write_key(&key, &sql);
	buffer_format(&key, "|%llx", (unsigned long long)seen);
	if (seen && lists_find(&session->store->lists, buffer_as_slice(&key), page)) {
		session_note_tables(session, buffer_as_slice(&sql.text));
		lists_note_time(&session->store->lists, statement, LISTS_SLOW);
		buffer_free(&sql.text);
		done = true;
	} else {
		done = read_list(session, &sql, query, buffer_as_slice(&key), seen, page, error);
	}
	buffer_free(&key);
	return done;
}

/* Reads the rows of the statement's page by their ids. In one session they are those that the query found. */
static bool select_ids_first(struct store_session *session, const struct store_select *select,
                             const struct select_fields *fields, struct slice statement, struct store_cursor **cursor,
                             struct error *error)
{
	static const int64_t none[] = {0}; /* no entry has that id */
	struct query *query = arena_alloc(session->arena, sizeof *query);
	struct list_page page = {
	    .offset = (size_t)select->query->offset,
	    .limit = (size_t)select->query->limit,
	    .ids = arena_alloc_unset(session->arena, (size_t)select->query->limit * sizeof *page.ids),
	};
	struct store_select rows = {.query = query};
	struct sql sql;
	if (!find_ids(session, select->query, statement, &page, error))
		return false;
	rows.parents = page.count ? page.ids : none;
	rows.parent_count = page.count ? page.count : 1;
	*query = *select->query;
	query->filter = NULL;
	query->search = (struct slice){NULL, 0};
	query->publication = PUBLICATION_ANY;
	query->limit = -1;
	query->offset = 0;
	session_start_sql(session, &sql);
	select_write(&sql, &rows, fields);
	if (!open_rows(session, &sql, &rows, fields, cursor, error))
		return false;
	(*cursor)->query = select->query;
	return true;
}

/* ---- ids that a function chooses ---- */

/* Whether the database would sort all that it finds for the select, so that choosing its ids, as the statement does, is
 * worth it. It is asked once a minute: an index may come or go. */
static bool choosing_pays(struct store_session *session, struct slice statement, const struct store_select *select,
                          const struct select_fields *fields)
{
	enum { ASKED = 1, SORTS = 2 };
	struct heavy_statements *known = &session->store->sorting;
	struct sql sorted;
	if (heavy_knows(known, statement, ASKED))
		return heavy_knows(known, statement, SORTS);
	session_start_sql(session, &sorted);
	select_write(&sorted, select, fields);
	const bool sorts =
	    session->store->driver->sorts_all(session->connection, buffer_as_slice(&sorted.text), select->query);
	buffer_free(&sorted.text);
	heavy_remember(known, statement, sorts ? SORTS : ASKED);
	return sorts;
}

/* Writes the statement of a select. True where lectern_first_ids chooses its page. */
static bool write_statement(struct store_session *session, struct sql *sql, const struct store_select *select,
                            const struct select_fields *fields)
{
	session_start_sql(session, sql);
	if (select_may_choose(sql, select, fields)) {
		select_write_chosen(sql, select, fields);
		if (choosing_pays(session, buffer_as_slice(&sql->text), select, fields))
			return true;
		buffer_free(&sql->text);
		session_start_sql(session, sql);
	}
	select_write(sql, select, fields);
	return false;
}

/* Reads the first row of a page whose ids are chosen. The function keeps no texts without end: where it fails, the
 * database sorts. */
static bool begin_chosen(struct store_session *session, const struct store_select *select,
                         const struct select_fields *fields, struct store_cursor **cursor, struct error *error)
{
	struct sql sql;
	if (cursor_read_ahead(*cursor, error))
		return true;
	store_close_cursor(*cursor);
	if (session->budget && session->budget->ended)
		return false;
	session_start_sql(session, &sql);
	select_write(&sql, select, fields);
	return open_rows(session, &sql, select, fields, cursor, error);
}

/* ---- links in any order ---- */

/* What tells whether a page is likely to be shorter than what its parents have. */
struct link_page {
	const struct attribute *via;
	int64_t limit;
};

static struct slice write_link_page(struct link_page *page, const struct store_select *select)
{
	*page = (struct link_page){select->via, select->query->limit};
	return (struct slice){(const char *)page, sizeof *page};
}

void store_note_short_page(struct store_session *session, const struct store_select *select)
{
	struct link_page page;
	heavy_remember(&session->store->short_pages, write_link_page(&page, select), 1);
}

static bool is_short_page(struct store_session *session, const struct store_select *select)
{
	struct link_page page;
	return heavy_knows(&session->store->short_pages, write_link_page(&page, select), 1);
}

bool store_select(struct store_session *session, const struct store_select *wanted, struct store_cursor **cursor,
                  struct error *error)
{
	struct store_select copy = *wanted;
	const struct store_select *select = &copy;
	copy.unordered = wanted->unordered && !is_short_page(session, wanted);
	struct sql sql;
	size_t *sorts;
	struct select_fields fields;
	int64_t begun = 0;
	fields.fields = sql_fields(session->arena, select, &fields.count, &sorts);
	fields.sorts = sorts;
	if (!session_admits(session, select->query, error))
		return false;
	const bool chosen = write_statement(session, &sql, select, &fields);
	if (may_be_slow(session, select)) {
		if (lists_is_slow(&session->store->lists, buffer_as_slice(&sql.text))) {
			const bool done =
			    select_ids_first(session, select, &fields, buffer_as_slice(&sql.text), cursor, error);
			buffer_free(&sql.text);
			return done;
		}
		begun = clock_nanoseconds();
	}
	if (!open_rows(session, &sql, select, &fields, cursor, error))
		return false;
	(*cursor)->list_begun = begun;
	return !chosen || begin_chosen(session, select, &fields, cursor, error);
}
