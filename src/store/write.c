/* Writing rows. */
#include "session.h"
#include "sql.h"

/* NULL has no type of its own: it is written, not bound. */
static void write_value(struct sql *sql, const struct store_field *field)
{
	if (field->value.kind == VALUE_NULL)
		sql_text(sql, "NULL");
	else
		sql_value(sql, field->attribute, field->value);
}

static void write_assignments(struct sql *sql, const struct store_field *fields, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			sql_text(sql, ", ");
		sql_name(sql, fields[i].column);
		sql_text(sql, " = ");
		write_value(sql, &fields[i]);
	}
}

static void write_insert(struct sql *sql, const char *table, const struct store_field *fields, size_t count)
{
	sql_text(sql, "INSERT INTO ");
	sql_name(sql, table);
	if (!count) {
		sql_text(sql, " DEFAULT VALUES");
	} else {
		for (size_t i = 0; i < count; i++) {
			sql_text(sql, i ? ", " : " (");
			sql_name(sql, fields[i].column);
		}
		for (size_t i = 0; i < count; i++) {
			sql_text(sql, i ? ", " : ") VALUES (");
			write_value(sql, &fields[i]);
		}
		sql_text(sql, ")");
	}
	sql_text(sql, " RETURNING \"id\"");
}

bool store_insert(struct store_session *session, const char *table, const struct store_field *fields, size_t count,
                  int64_t *id, struct error *error)
{
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	const struct attribute *columns[] = {&integer};
	const struct driver *driver = session->store->driver;
	struct driver_rows *rows;
	struct sql sql;
	bool row, more;
	session_start_sql(session, &sql);
	write_insert(&sql, table, fields, count);
	bool done = session_run(session, &sql, columns, 1, &rows, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	done = driver->next(rows, &row, error);
	if (done && row) {
		struct cell cell;
		driver->cell(rows, 0, &cell);
		if (id)
			*id = cell.integer;
		done = driver->next(rows, &more, error);
	}
	driver->finish(rows);
	return done;
}

bool store_update(struct store_session *session, const char *table, const struct store_where *where,
                  const struct store_field *fields, size_t count, struct error *error)
{
	struct sql sql;
	if (!count)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "UPDATE ");
	sql_name(&sql, table);
	sql_text(&sql, " SET ");
	write_assignments(&sql, fields, count);
	sql_text(&sql, " WHERE ");
	sql_name(&sql, where->column);
	sql_text(&sql, " = ");
	sql_value(&sql, NULL, value_integer(where->id));
	if (where->and_column) {
		sql_text(&sql, " AND ");
		sql_name(&sql, where->and_column);
		sql_text(&sql, " = ");
		sql_value(&sql, NULL, value_text(slice_of(where->and_text)));
	}
	return session_execute(session, &sql, error);
}

bool store_delete(struct store_session *session, const char *table, const char *column, const int64_t *ids,
                  size_t count, struct error *error)
{
	struct sql sql;
	if (!count)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "DELETE FROM ");
	sql_name(&sql, table);
	sql_text(&sql, " AS t0 WHERE ");
	sql.dialect->in_ids(&sql, "t0", column, sql_bind_ids(&sql, ids, count));
	return session_execute(session, &sql, error);
}

/* ---- links ---- */

static void add_column(struct sql *sql, const char *column)
{
	if (column) {
		sql_text(sql, ", ");
		sql_column(sql, "l", column);
	}
}

static void and_text(struct sql *sql, const char *column, const char *text)
{
	sql_text(sql, " AND ");
	sql_column(sql, "l", column);
	sql_text(sql, " = ");
	sql_value(sql, NULL, value_text(slice_of(text)));
}

static void write_links(struct sql *sql, const struct content_type *owner, const struct attribute *attribute,
                        bool by_target, const int64_t *ids, size_t count)
{
	const struct link *link = &attribute->link;
	const char *order = by_target ? link->inverse_order_column : link->order_column;
	sql_text(sql, "SELECT l.\"id\"");
	add_column(sql, link->owner_column);
	add_column(sql, link->target_column);
	add_column(sql, link->type_column);
	add_column(sql, link->order_column);
	add_column(sql, link->inverse_order_column);
	sql_text(sql, " FROM ");
	sql_name(sql, link->table);
	sql_text(sql, " AS l WHERE ");
	sql->dialect->in_ids(sql, "l", by_target ? link->target_column : link->owner_column,
	                     sql_bind_ids(sql, ids, count));
	/* In a morph table seen from the targets the type is the owner's. */
	if (link->kind == LINK_MORPH_TARGET)
		and_text(sql, link->type_column, owner->uid);
	if (link->field)
		and_text(sql, "field", link->field);
	sql_text(sql, " ORDER BY ");
	if (order) {
		sql_column(sql, "l", order);
		sql_text(sql, ", ");
	}
	sql_text(sql, "l.\"id\"");
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_INTEGER ? (double)cell->integer : cell->kind == CELL_NUMBER ? cell->number : 0;
}

static void take_row(struct store_session *session, struct driver_rows *rows, const struct link *link,
                     struct store_link_row *row)
{
	const struct driver *driver = session->store->driver;
	size_t column = 3;
	struct cell cell;
	*row = (struct store_link_row){.type = NULL};
	driver->cell(rows, 0, &cell);
	row->row = cell.integer;
	driver->cell(rows, 1, &cell);
	row->owner = cell.integer;
	driver->cell(rows, 2, &cell);
	row->target = cell.integer;
	if (link->type_column) {
		driver->cell(rows, column++, &cell);
		if (cell.kind == CELL_TEXT)
			row->type = model_type(session->store->registry, cell.text);
	}
	if (link->order_column) {
		driver->cell(rows, column++, &cell);
		row->has_order = cell.kind != CELL_NULL;
		row->order = number_of(&cell);
	}
	if (link->inverse_order_column) {
		driver->cell(rows, column++, &cell);
		row->has_inverse_order = cell.kind != CELL_NULL;
		row->inverse_order = number_of(&cell);
	}
}

bool store_read_links(struct store_session *session, const struct content_type *owner,
                      const struct attribute *attribute, bool by_target, const int64_t *ids, size_t count,
                      struct store_link_row **rows, size_t *row_count, struct error *error)
{
	static const struct attribute text = {.name = "type", .column = "type", .type = ATTRIBUTE_STRING};
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute number = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	const struct link *link = &attribute->link;
	const struct attribute *columns[] = {&integer, &integer, &integer, &number, &number, &number};
	const struct driver *driver = session->store->driver;
	struct driver_rows *running;
	struct sql sql;
	size_t capacity = 0;
	bool row;
	*rows = NULL;
	*row_count = 0;
	if (!count)
		return true;
	if (link->type_column)
		columns[3] = &text;
	session_start_sql(session, &sql);
	write_links(&sql, owner, attribute, by_target, ids, count);
	bool done = session_run(session, &sql, columns, COUNT_OF(columns), &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	while ((done = driver->next(running, &row, error)) && row) {
		*rows = arena_grow(session->arena, *rows, *row_count, &capacity, sizeof **rows);
		take_row(session, running, link, &(*rows)[(*row_count)++]);
	}
	driver->finish(running);
	return done;
}

static struct value order_value(bool given, double order)
{
	if (!given)
		return (struct value){.kind = VALUE_NULL};
	return (struct value){.kind = VALUE_NUMBER, .number = order};
}

bool store_insert_link(struct store_session *session, const struct attribute *attribute,
                       const struct store_link_row *row, const char *type, struct error *error)
{
	const struct link *link = &attribute->link;
	struct store_field fields[6];
	size_t count = 0;
	fields[count++] = (struct store_field){link->owner_column, NULL, value_integer(row->owner)};
	fields[count++] = (struct store_field){link->target_column, NULL, value_integer(row->target)};
	if (link->type_column)
		fields[count++] = (struct store_field){link->type_column, NULL, value_text(slice_of(type))};
	if (link->field)
		fields[count++] = (struct store_field){"field", NULL, value_text(slice_of(link->field))};
	if (link->order_column)
		fields[count++] = (struct store_field){link->order_column, NULL, order_value(row->has_order, row->order)};
	if (link->inverse_order_column)
		fields[count++] = (struct store_field){link->inverse_order_column, NULL,
		                                       order_value(row->has_inverse_order, row->inverse_order)};
	return store_insert(session, link->table, fields, count, NULL, error);
}

bool store_set_order(struct store_session *session, const struct attribute *attribute, int64_t row, bool inverse,
                     double order, struct error *error)
{
	const struct link *link = &attribute->link;
	const struct store_field field = {inverse ? link->inverse_order_column : link->order_column, NULL,
	                                  order_value(true, order)};
	const struct store_where where = {.column = "id", .id = row};
	return store_update(session, link->table, &where, &field, 1, error);
}

bool store_read_last_orders(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                            size_t count, struct store_last_order **orders, size_t *order_count, struct error *error)
{
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute number = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	const struct attribute *columns[] = {&integer, &number};
	const struct link *link = &attribute->link;
	const struct driver *driver = session->store->driver;
	struct driver_rows *running;
	struct sql sql;
	bool row;
	*orders = arena_array(session->arena, count, sizeof **orders);
	*order_count = 0;
	if (!count)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT ");
	sql_column(&sql, "l", link->target_column);
	sql_text(&sql, ", MAX(");
	sql_column(&sql, "l", link->inverse_order_column);
	sql_text(&sql, ") FROM ");
	sql_name(&sql, link->table);
	sql_text(&sql, " AS l WHERE ");
	sql.dialect->in_ids(&sql, "l", link->target_column, sql_bind_ids(&sql, targets, count));
	sql_text(&sql, " GROUP BY ");
	sql_column(&sql, "l", link->target_column);
	bool done = session_run(session, &sql, columns, COUNT_OF(columns), &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	while ((done = driver->next(running, &row, error)) && row && *order_count < count) {
		struct store_last_order *last = &(*orders)[(*order_count)++];
		struct cell cell;
		driver->cell(running, 0, &cell);
		last->target = cell.integer;
		driver->cell(running, 1, &cell);
		last->order = number_of(&cell);
	}
	driver->finish(running);
	return done;
}

/* UPDATE links SET order = n.place FROM (the rows of the targets, numbered) AS n WHERE it is another number. */
bool store_close_gaps(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                      size_t count, struct error *error)
{
	const struct link *link = &attribute->link;
	struct sql sql;
	if (!count)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "UPDATE ");
	sql_name(&sql, link->table);
	sql_text(&sql, " AS k SET ");
	sql_name(&sql, link->inverse_order_column);
	sql_text(&sql, " = n.place FROM (SELECT l.\"id\" AS id, ROW_NUMBER() OVER (PARTITION BY ");
	sql_column(&sql, "l", link->target_column);
	sql_text(&sql, " ORDER BY ");
	sql_column(&sql, "l", link->inverse_order_column);
	sql_text(&sql, ", l.\"id\") AS place FROM ");
	sql_name(&sql, link->table);
	sql_text(&sql, " AS l WHERE ");
	sql.dialect->in_ids(&sql, "l", link->target_column, sql_bind_ids(&sql, targets, count));
	sql_text(&sql, ") AS n WHERE k.\"id\" = n.id AND (");
	sql_column(&sql, "k", link->inverse_order_column);
	sql_text(&sql, " IS NULL OR ");
	sql_column(&sql, "k", link->inverse_order_column);
	sql_text(&sql, " <> n.place)");
	return session_execute(session, &sql, error);
}
