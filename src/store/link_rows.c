/* Rows of link tables: reading them to change them, and adding them. */
#include "link_orders.h"
#include "store/sql/sql.h"

/* Seen from the side that names the types, each row says which attribute of its target it belongs to. */
static bool names_field(const struct link_storage *link)
{
	return link->kind == LINK_MORPH_OWNER;
}

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
	const struct link_storage *link = &attribute->link;
	const char *order = by_target ? link->inverse_order_column : link->order_column;
	sql_text(sql, "SELECT l.\"id\"");
	add_column(sql, link->owner_column);
	add_column(sql, link->target_column);
	add_column(sql, link->type_column);
	add_column(sql, link->order_column);
	add_column(sql, names_field(link) ? "field" : NULL);
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

/* Other programs leave links without an end behind: those have the id 0. */
static void take_row(struct store_session *session, struct driver_rows *rows, const struct link_storage *link,
                     struct store_link_row *row)
{
	const struct driver *driver = session->store->driver;
	size_t column = 3;
	*row = (struct store_link_row){.row = driver_integer(driver, rows, 0),
	                               .entry_id = driver_integer(driver, rows, 1),
	                               .target_id = driver_integer(driver, rows, 2)};
	if (link->type_column) {
		struct cell cell;
		driver->cell(rows, column++, &cell);
		if (cell.kind == CELL_TEXT)
			row->type = model_type(session->store->registry, cell.text);
	}
	if (link->order_column)
		row->has_order = driver_number(driver, rows, column++, &row->order);
	if (names_field(link)) {
		struct cell cell;
		driver->cell(rows, column, &cell);
		if (cell.kind == CELL_TEXT)
			row->field = arena_copy_slice(session->arena, cell.text);
	}
}

bool store_read_links(struct store_session *session, const struct content_type *owner,
                      const struct attribute *attribute, bool by_target, const int64_t *ids, size_t count,
                      struct store_link_row **rows, size_t *row_count, struct error *error)
{
	static const struct attribute text = {.name = "type", .column = "type", .type = ATTRIBUTE_STRING};
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute number = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	const struct link_storage *link = &attribute->link;
	const struct attribute *columns[] = {&integer, &integer, &integer, &number, &number, &text};
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
	bool done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, COUNT_OF(columns), &running, error);
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

static struct value order_value(double order)
{
	return (struct value){.kind = VALUE_NUMBER, .number = order};
}

/* The most rows of one statement. A larger number is cut into powers of two, so that few statements are prepared. */
enum { LARGEST_BATCH = 64 };

static void write_columns(struct sql *sql, const struct link_storage *link)
{
	const char *const columns[] = {link->owner_column, link->target_column,
	                               link->type_column,  link->field || names_field(link) ? "field" : NULL,
	                               link->order_column, link->inverse_order_column};
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
	sql_value(sql, NULL, value);
}

static void write_values(struct sql *sql, const struct link_storage *link, const struct store_link_row *row,
                         double inverse_order)
{
	buffer_byte(&sql->text, '(');
	sql_value(sql, NULL, value_integer(row->entry_id));
	add_value(sql, value_integer(row->target_id));
	if (link->type_column)
		add_value(sql, value_text(slice_of(row->type->uid)));
	if (link->field || row->field.ptr)
		add_value(sql, value_text(link->field ? slice_of(link->field) : row->field));
	else if (names_field(link))
		sql_text(sql, ", NULL");
	if (link->order_column && row->has_order)
		add_value(sql, order_value(row->order));
	else if (link->order_column)
		sql_text(sql, ", NULL");
	if (link->inverse_order_column)
		add_value(sql, order_value(inverse_order));
	buffer_byte(&sql->text, ')');
}

static bool insert_batch(struct store_session *session, const struct attribute *attribute,
                         const struct store_link_row *rows, const double *inverse_orders, size_t count,
                         struct error *error)
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
		write_values(&sql, &attribute->link, &rows[i], inverse_orders[i]);
	}
	return session_execute(session, &sql, error);
}

/* The orders of the rows on the inverse side: each comes last. */
static bool find_inverse_orders(struct store_session *session, const struct attribute *attribute,
                                const struct store_link_row *rows, size_t count, double *orders, struct error *error)
{
	if (!attribute->link.inverse_order_column)
		return true;
	int64_t *targets = arena_array(session->arena, count, sizeof *targets);
	for (size_t i = 0; i < count; i++)
		targets[i] = rows[i].target_id;
	if (!link_orders_read_last(session, attribute, targets, count, orders, error))
		return false;
	for (size_t i = 0; i < count; i++)
		orders[i]++;
	return true;
}

bool store_insert_links(struct store_session *session, const struct attribute *attribute,
                        const struct store_link_row *rows, size_t count, struct error *error)
{
	size_t batch = LARGEST_BATCH;
	double *inverse_orders = arena_array(session->arena, count, sizeof *inverse_orders);
	if (!find_inverse_orders(session, attribute, rows, count, inverse_orders, error))
		return false;
	for (size_t done = 0; done < count; done += batch) {
		while (batch > count - done)
			batch /= 2;
		if (!insert_batch(session, attribute, rows + done, inverse_orders + done, batch, error))
			return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (attribute->link.inverse_order_column)
			last_orders_raise(session->last_orders, attribute, rows[i].target_id, inverse_orders[i]);
		if (rows[i].has_order && attribute->inverse)
			last_orders_raise(session->last_orders, attribute->inverse, rows[i].entry_id, rows[i].order);
	}
	return true;
}
