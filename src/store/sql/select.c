/* Reading entries: one statement for the entries of a type, or for all that hang on a set of parents. */
#include "select.h"
#include "select_from.h"

static void write_grouping(struct sql *sql, const struct store_select *select, const struct select_sort *columns,
                           const char *link_alias)
{
	sql_text(sql, " GROUP BY t0.\"id\"");
	if (select->via) {
		sql_text(sql, ", p.\"value\"");
		if (link_alias[0] && select->via->link.order_column) {
			sql_text(sql, ", ");
			sql_column(sql, link_alias, select->via->link.order_column);
		}
	}
	for (size_t i = 0; i < select->query->sort_count; i++) {
		sql_text(sql, ", ");
		sql_column(sql, columns[i].alias, columns[i].attribute->column);
	}
}

bool select_has_pages(const struct store_select *select)
{
	return select->via && select->query->selective && select_is_cut(select->query) && select->parent_count > 1;
}

/* Columns that have an index of their own: uids, those whose model says so, and some of files. */
static bool is_indexed(const struct content_type *type, const struct attribute *attribute)
{
	static const char *const of_files[] = {"folderPath", "createdAt", "updatedAt", "name", "size", "ext"};
	bool found = attribute->type == ATTRIBUTE_UID || attribute->indexed;
	for (size_t i = 0; i < COUNT_OF(of_files) && strcmp(type->uid, "plugin::upload.file") == 0; i++)
		found = found || strcmp(attribute->name, of_files[i]) == 0;
	return found;
}

/* Strapi leaves ties to the database. Where SQLite reads an index backwards, as it does for a single sort by its
 * column, the highest id comes first. */
static bool ties_go_down(const struct sql *sql, const struct store_select *select)
{
	const struct sort *sort = select->query->sorts;
	return sql->dialect->ties_of_index && !select->via && select->query->sort_count == 1 && sort->descending &&
	       sort->path_length == 1 && is_indexed(select->query->type, sort->path[0]);
}

static void write_order(struct sql *sql, const struct store_select *select, const struct select_sort *columns,
                        const char *link_alias)
{
	const char *direction = select->descending ? " DESC" : "";
	bool by_id = false;
	for (size_t i = 0; i < select->query->sort_count && !by_id; i++) {
		sql_column(sql, columns[i].alias, columns[i].attribute->column);
		sql_text(sql, select->query->sorts[i].descending ? " DESC, " : ", ");
		/* What is sorted by its id needs no further order. */
		by_id = columns[i].attribute->type == ATTRIBUTE_ID && strcmp(columns[i].alias, "t0") == 0;
	}
	if (by_id) {
		sql->text.len -= 2;
		return;
	}
	if (select->via && link_alias[0] && select->via->link.order_column) {
		sql_column(sql, link_alias, select->via->link.order_column);
		sql_text(sql, direction);
		sql_text(sql, ", ");
	}
	/* A page that is cut over all parents at once is cut parent by parent. */
	if (select->via && select_is_cut(select->query) && !select->query->selective)
		sql_text(sql, "p.\"value\", ");
	sql_text(sql, ties_go_down(sql, select) ? "t0.\"id\" DESC" : "t0.\"id\"");
}

static void write_page(struct sql *sql, const struct query *query)
{
	if (!select_is_cut(query))
		return;
	sql_text(sql, " LIMIT ");
	sql_value(sql, NULL, value_integer(query->limit < 0 ? INT64_MAX : query->limit));
	if (query->offset > 0) {
		sql_text(sql, " OFFSET ");
		sql_value(sql, NULL, value_integer(query->offset));
	}
}

/* Names a column for the select around: c0, c1, … */
static void name_column(struct sql *sql, bool named, size_t number)
{
	if (named)
		buffer_format(&sql->text, " AS c%zu", number);
}

static void write_columns(struct sql *sql, const struct store_select *select, const struct select_fields *fields,
                          const struct select_sort *columns, const char *link_alias, bool named)
{
	size_t number = 0;
	sql_text(sql, "SELECT t0.\"id\"");
	name_column(sql, named, number++);
	if (select->via) {
		sql_text(sql, ", p.\"value\"");
		name_column(sql, named, number++);
	}
	if (select->via && select_leaves_order(sql, select)) {
		sql_text(sql, ", ");
		if (select->via->link.order_column)
			sql_column(sql, link_alias, select->via->link.order_column);
		else
			sql_text(sql, "NULL");
	}
	for (size_t i = 0; i < fields->count; i++) {
		const size_t sort = fields->sorts ? fields->sorts[i] : 0;
		sql_text(sql, ", ");
		sql_column(sql, sort ? columns[sort - 1].alias : "t0", fields->fields[i]->column);
		name_column(sql, named, number++);
	}
}

/* A select around, which takes the rows of each parent's page by their numbers. */
static void write_pages(struct sql *sql, const struct store_select *select, const struct select_fields *fields,
                        const struct select_sort *columns, const char *link_alias)
{
	for (size_t i = 0; i < fields->count + 2; i++)
		buffer_format(&sql->text, "%sw.c%zu", i ? ", " : "SELECT ", i);
	sql_text(sql, " FROM (");
	write_columns(sql, select, fields, columns, link_alias, true);
	sql_text(sql, ", ROW_NUMBER() OVER (PARTITION BY p.\"value\" ORDER BY ");
	write_order(sql, select, columns, link_alias);
	sql_text(sql, ") AS n");
}

static void end_pages(struct sql *sql, const struct query *query)
{
	const int64_t offset = query->offset > 0 ? query->offset : 0;
	sql_text(sql, ") AS w WHERE w.n > ");
	sql_value(sql, NULL, value_integer(offset));
	if (query->limit >= 0) {
		sql_text(sql, " AND w.n <= ");
		sql_value(sql, NULL,
		          value_integer(query->limit < INT64_MAX - offset ? offset + query->limit : INT64_MAX));
	}
	sql_text(sql, " ORDER BY w.n");
}

/* Whether a page is sorted and cut by ids and sort keys alone, before its whole rows are read. Without that the
 * database carries whole rows through its sort: all that are found where it is SQLite, those in front of a far page
 * elsewhere. */
static bool sorts_ids_first(const struct sql *sql, const struct store_select *select)
{
	enum { FAR = 100 };
	const struct query *query = select->query;
	if (select->via || !select_is_cut(query) || !query->sort_count)
		return false;
	const struct sort *sort = query->sorts;
	if (sort->path_length == 1 && sort->path[0]->type == ATTRIBUTE_ID)
		return false;
	if (query->offset >= FAR)
		return true;
	/* An index may give the order. */
	return sql->dialect->cross_join_keeps_order &&
	       !(query->sort_count == 1 && sort->path_length == 1 && is_indexed(query->type, sort->path[0]));
}

/* A select around one that sorts and cuts ids: it reads the rows of the page. */
static void begin_rows_of_ids(struct sql *sql, const struct store_select *select, const struct select_fields *fields,
                              const struct select_sort *columns)
{
	sql_text(sql, "SELECT t0.\"id\"");
	bool keys = !sql->dialect->cross_join_keeps_order;
	for (size_t i = 0; i < fields->count; i++) {
		sql_text(sql, ", ");
		if (fields->sorts && fields->sorts[i]) {
			buffer_format(&sql->text, "k.s%zu", fields->sorts[i]);
			keys = true;
		} else {
			sql_column(sql, "t0", fields->fields[i]->column);
		}
	}
	sql_text(sql, " FROM (SELECT t0.\"id\"");
	for (size_t i = 0; keys && i < select->query->sort_count; i++) {
		sql_text(sql, ", ");
		sql_column(sql, columns[i].alias, columns[i].attribute->column);
		buffer_format(&sql->text, " AS s%zu", i + 1);
	}
}

static void end_rows_of_ids(struct sql *sql, const struct store_select *select)
{
	const struct query *query = select->query;
	/* SQLite would choose another order of the two where the statistics mislead it. */
	sql_text(sql, ") AS k CROSS JOIN ");
	sql_name(sql, query->type->table);
	sql_text(sql, " AS t0 WHERE t0.\"id\" = k.\"id\"");
	if (sql->dialect->cross_join_keeps_order)
		return;
	sql_text(sql, " ORDER BY ");
	for (size_t i = 0; i < query->sort_count; i++)
		buffer_format(&sql->text, "k.s%zu%s, ", i + 1, query->sorts[i].descending ? " DESC" : "");
	sql_text(sql, ties_go_down(sql, select) ? "k.\"id\" DESC" : "k.\"id\"");
}

void select_write(struct sql *sql, const struct store_select *select, const struct select_fields *fields)
{
	const struct query *query = select->query;
	const bool cut_later = select_has_pages(select) && !sql->dialect->cuts_pages;
	const bool pages = select_has_pages(select) && !cut_later, ids_first = sorts_ids_first(sql, select);
	char link_alias[SQL_ALIAS_SIZE];
	struct select_sort *columns = arena_array(sql->arena, query->sort_count, sizeof *columns);
	struct buffer before = sql->text;
	sql->aliases = 1;
	/* What stands in front of FROM names the tables, too. */
	sql->text = (struct buffer){0};
	bool grouped = select_write_from(sql, select, columns, link_alias);
	struct buffer from = sql->text;
	sql->text = before;
	if (pages)
		write_pages(sql, select, fields, columns, link_alias);
	else if (ids_first)
		begin_rows_of_ids(sql, select, fields, columns);
	else
		write_columns(sql, select, fields, columns, link_alias, false);
	buffer_slice(&sql->text, buffer_as_slice(&from));
	buffer_free(&from);
	bool where = false;
	if (!select->via && select->parent_count) {
		size_t ids = sql_bind_ids(sql, select->parents, select->parent_count);
		sql_text(sql, " WHERE ");
		sql->dialect->in_ids(sql, "t0", "id", ids);
		where = true;
	}
	if (query->group_count)
		sql_firsts(sql, query, where);
	else
		sql_conditions(sql, query, "t0", where);
	if (grouped)
		write_grouping(sql, select, columns, link_alias);
	if (pages) {
		end_pages(sql, query);
		return;
	}
	if (select_leaves_order(sql, select))
		return;
	sql_text(sql, " ORDER BY ");
	write_order(sql, select, columns, link_alias);
	if (!cut_later)
		write_page(sql, query);
	if (ids_first)
		end_rows_of_ids(sql, select);
}

/* ---- ids that a function chooses ---- */

bool select_may_choose(const struct sql *sql, const struct store_select *select, const struct select_fields *fields)
{
	const struct query *query = select->query;
	const int64_t most = sql->dialect->most_first_ids;
	if (query->limit <= 0 || query->offset < 0 || query->limit > most || query->offset > most - query->limit ||
	    select->parent_count || query->group_count || fields->sorts ||
	    query->sort_count > sql->dialect->most_first_keys || !sorts_ids_first(sql, select))
		return false;
	for (size_t i = 0; i < query->sort_count; i++)
		if (query->sorts[i].path_length > 1)
			return false;
	return true;
}

/* lectern_first_ids(limit, offset, directions, id, key, …): the order that write_order writes. */
static void write_first_ids(struct sql *sql, const struct store_select *select)
{
	const struct query *query = select->query;
	const char *tie = ties_go_down(sql, select) ? "d" : "a";
	size_t keys = 0;
	for (; keys < query->sort_count && query->sorts[keys].path[0]->type != ATTRIBUTE_ID; keys++)
		;
	if (keys < query->sort_count)
		tie = query->sorts[keys].descending ? "d" : "a";
	sql_text(sql, "SELECT lectern_first_ids(");
	sql_value(sql, NULL, value_integer(query->limit));
	sql_text(sql, ", ");
	sql_value(sql, NULL, value_integer(query->offset));
	sql_text(sql, ", '");
	for (size_t i = 0; i < keys; i++)
		sql_text(sql, query->sorts[i].descending ? "d" : "a");
	sql_text(sql, tie);
	sql_text(sql, "', t0.\"id\"");
	for (size_t i = 0; i < keys; i++) {
		sql_text(sql, ", ");
		sql_column(sql, "t0", query->sorts[i].path[0]->column);
	}
	sql_text(sql, ") FROM ");
	sql_table(sql, query->type->table, "t0");
	sql_conditions(sql, query, "t0", false);
}

void select_write_chosen(struct sql *sql, const struct store_select *select, const struct select_fields *fields)
{
	sql->aliases = 1;
	write_columns(sql, select, fields, NULL, "", false);
	sql_text(sql, " FROM lectern_ids((");
	write_first_ids(sql, select);
	sql_text(sql, ")) AS k CROSS JOIN ");
	sql_table(sql, select->query->type->table, "t0");
	sql_text(sql, " WHERE t0.\"id\" = k.\"value\"");
}

void select_write_ids(struct sql *sql, const struct query *query)
{
	const struct store_select select = {.query = query};
	struct select_sort *columns = arena_array(sql->arena, query->sort_count, sizeof *columns);
	char link_alias[SQL_ALIAS_SIZE];
	sql->aliases = 1;
	sql_text(sql, "SELECT t0.\"id\"");
	select_write_from(sql, &select, columns, link_alias);
	sql_conditions(sql, query, "t0", false);
	sql_text(sql, " ORDER BY ");
	write_order(sql, &select, columns, link_alias);
}
