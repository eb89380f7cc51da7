/* Rows of link tables: reading them to change them, adding them, and keeping their orders. */
#include "session.h"
#include "sql.h"

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

/* Other programs leave links without an end behind: those have the id 0, which no entry has. */
static int64_t id_in(const struct driver *driver, struct driver_rows *rows, size_t column)
{
	struct cell cell;
	driver->cell(rows, column, &cell);
	return cell.kind == CELL_INTEGER ? cell.integer : 0;
}

static void take_row(struct store_session *session, struct driver_rows *rows, const struct link *link,
                     struct store_link_row *row)
{
	const struct driver *driver = session->store->driver;
	size_t column = 3;
	struct cell cell;
	*row = (struct store_link_row){
	    .row = id_in(driver, rows, 0), .owner = id_in(driver, rows, 1), .target = id_in(driver, rows, 2)};
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

/* The most rows of one statement. A larger number is cut into powers of two, so that few statements are prepared. */
enum { LARGEST_BATCH = 64 };

static void write_columns(struct sql *sql, const struct link *link)
{
	const char *const columns[] = {link->owner_column,           link->target_column, link->type_column,
	                               link->field ? "field" : NULL, link->order_column,  link->inverse_order_column};
	for (size_t i = 0; i < COUNT_OF(columns); i++) {
		if (!columns[i])
			continue;
		sql_text(sql, i ? ", " : "(");
		sql_name(sql, columns[i]);
	}
	buffer_byte(&sql->text, ')');
}

static void add_value(struct sql *sql, struct value value)
{
	sql_text(sql, ", ");
	if (value.kind == VALUE_NULL)
		sql_text(sql, "NULL");
	else
		sql_value(sql, NULL, value);
}

static void write_values(struct sql *sql, const struct link *link, const struct store_link_row *row)
{
	buffer_byte(&sql->text, '(');
	sql_value(sql, NULL, value_integer(row->owner));
	add_value(sql, value_integer(row->target));
	if (link->type_column)
		add_value(sql, value_text(slice_of(row->type->uid)));
	if (link->field)
		add_value(sql, value_text(slice_of(link->field)));
	if (link->order_column)
		add_value(sql, order_value(row->has_order, row->order));
	if (link->inverse_order_column)
		add_value(sql, order_value(row->has_inverse_order, row->inverse_order));
	buffer_byte(&sql->text, ')');
}

static bool insert_batch(struct store_session *session, const struct attribute *attribute,
                         const struct store_link_row *rows, size_t count, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	sql_text(&sql, "INSERT INTO ");
	sql_name(&sql, attribute->link.table);
	buffer_byte(&sql.text, ' ');
	write_columns(&sql, &attribute->link);
	sql_text(&sql, " VALUES ");
	for (size_t i = 0; i < count; i++) {
		if (i)
			sql_text(&sql, ", ");
		write_values(&sql, &attribute->link, &rows[i]);
	}
	return session_execute(session, &sql, error);
}

bool store_insert_links(struct store_session *session, const struct attribute *attribute,
                        const struct store_link_row *rows, size_t count, struct error *error)
{
	size_t batch = LARGEST_BATCH;
	for (size_t done = 0; done < count; done += batch) {
		while (batch > count - done)
			batch /= 2;
		if (!insert_batch(session, attribute, rows + done, batch, error))
			return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (rows[i].has_inverse_order)
			last_orders_raise(session->last_orders, attribute, rows[i].target, rows[i].inverse_order);
		if (rows[i].has_order && attribute->inverse)
			last_orders_raise(session->last_orders, attribute->inverse, rows[i].owner, rows[i].order);
	}
	return true;
}

bool store_set_order(struct store_session *session, const struct attribute *attribute, int64_t row, bool inverse,
                     double order, struct error *error)
{
	const struct link *link = &attribute->link;
	const struct store_field field = {inverse ? link->inverse_order_column : link->order_column, NULL,
	                                  order_value(true, order)};
	const struct store_where where = {.column = "id", .id = row};
	last_orders_forget(session->last_orders, link->table);
	return store_update(session, link->table, &where, &field, 1, error);
}

/* One look at the end of an index for each target, where the database finds that shorter than all of the target's
 * links. */
static void write_last_orders(struct sql *sql, const struct link *link, const int64_t *targets, size_t count)
{
	sql_text(sql, "SELECT p.value, (SELECT MAX(");
	sql_column(sql, "l", link->inverse_order_column);
	sql_text(sql, ") FROM ");
	sql_name(sql, link->table);
	sql_text(sql, " AS l WHERE ");
	sql_column(sql, "l", link->target_column);
	sql_text(sql, " = p.value) FROM ");
	sql->dialect->ids_table(sql, sql_bind_ids(sql, targets, count), "p");
}

/* Which of the targets, whose last orders are not known, is `target`: mostly the one behind the one before. */
static size_t find_unknown(const int64_t *targets, const size_t *unknown, size_t count, size_t from, int64_t target)
{
	for (size_t i = 0; i < count; i++)
		if (targets[unknown[(from + i) % count]] == target)
			return (from + i) % count;
	return count;
}

static bool ask_last_orders(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                            const size_t *unknown, size_t count, double *orders, struct error *error)
{
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute number = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	const struct attribute *columns[] = {&integer, &number};
	const struct driver *driver = session->store->driver;
	int64_t *ids = arena_array(session->arena, count, sizeof *ids);
	struct driver_rows *running;
	struct sql sql;
	bool row;
	for (size_t i = 0; i < count; i++)
		ids[i] = targets[unknown[i]];
	session_start_sql(session, &sql);
	write_last_orders(&sql, &attribute->link, ids, count);
	bool done = session_run(session, &sql, columns, COUNT_OF(columns), &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	for (size_t place = 0; (done = driver->next(running, &row, error)) && row;) {
		struct cell order;
		place = find_unknown(targets, unknown, count, place, id_in(driver, running, 0));
		if (place == count)
			continue;
		driver->cell(running, 1, &order);
		orders[unknown[place]] = number_of(&order);
		last_orders_keep(session->last_orders, attribute, ids[place], number_of(&order));
	}
	driver->finish(running);
	return done;
}

bool store_read_last_orders(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                            size_t count, double *orders, struct error *error)
{
	size_t *unknown = arena_array(session->arena, count, sizeof *unknown), unknown_count = 0;
	for (size_t i = 0; i < count; i++)
		if (!last_orders_find(session->last_orders, attribute, targets[i], &orders[i]))
			unknown[unknown_count++] = i;
	return !unknown_count || ask_last_orders(session, attribute, targets, unknown, unknown_count, orders, error);
}

/* UPDATE links SET order = n.place FROM (the rows of the targets, numbered) AS n WHERE it is another number. */
bool store_close_gaps(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                      size_t count, struct error *error)
{
	const struct link *link = &attribute->link;
	struct sql sql;
	if (!count)
		return true;
	last_orders_forget(session->last_orders, link->table);
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
