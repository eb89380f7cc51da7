/* The orders that the rows of link tables have. */
#include "link_orders.h"

#include "store/sql/sql.h"

bool store_set_order(struct store_session *session, const struct attribute *attribute, int64_t row, double order,
                     struct error *error)
{
	const struct link_storage *link = &attribute->link;
	const struct store_field field = {link->order_column, NULL, {.kind = VALUE_NUMBER, .number = order}};
	const struct store_where where = {.column = "id", .id = row};
	last_orders_forget(session->last_orders, link->table);
	return store_update(session, link->table, &where, &field, 1, error);
}

/* One look at the end of an index for each target, where the database finds that shorter than all of the target's
 * links. */
static void write_last_orders(struct sql *sql, const struct link_storage *link, const int64_t *targets, size_t count)
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

bool link_orders_ask(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                     size_t count, struct link_orders_asked *asked, struct error *error)
{
	static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
	static const struct attribute number = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
	static const struct attribute *const columns[] = {&integer, &number};
	int64_t *unknown = arena_array(session->arena, count, sizeof *unknown);
	size_t unknown_count = 0;
	struct sql sql;
	double known;
	*asked = (struct link_orders_asked){.attribute = attribute};
	for (size_t i = 0; i < count; i++)
		if (!last_orders_find(session->last_orders, attribute, targets[i], &known))
			unknown[unknown_count++] = targets[i];
	if (!unknown_count)
		return true;
	session_start_sql(session, &sql);
	write_last_orders(&sql, &attribute->link, unknown, unknown_count);
	bool done =
	    session_run(session, &sql, buffer_as_slice(&sql.text), columns, COUNT_OF(columns), &asked->rows, error);
	buffer_free(&sql.text);
	if (!done)
		asked->rows = NULL;
	return done;
}

/* Which of the targets is `target`: mostly the one behind the one before. */
static size_t find_target(const struct link_orders_wanted *wanted, size_t from, int64_t target)
{
	for (size_t i = 0; i < wanted->count; i++)
		if (wanted->targets[(from + i) % wanted->count] == target)
			return (from + i) % wanted->count;
	return wanted->count;
}

bool link_orders_take(struct store_session *session, struct link_orders_asked *asked,
                      const struct link_orders_wanted *wanted, struct error *error)
{
	const struct driver *driver = session->store->driver;
	bool row, done = true;
	if (!asked->rows)
		return true;
	for (size_t place = 0; (done = driver->next(asked->rows, &row, error)) && row;) {
		const int64_t target = driver_integer(driver, asked->rows, 0);
		double order;
		driver_number(driver, asked->rows, 1, &order);
		if (wanted && (place = find_target(wanted, place, target)) < wanted->count)
			wanted->orders[place] = order;
		/* Without an inverse, other attributes may write to the same table unnoticed. */
		if (asked->attribute->inverse)
			last_orders_keep(session->last_orders, asked->attribute, target, order);
	}
	driver->finish(asked->rows);
	asked->rows = NULL;
	return done;
}

bool link_orders_read_last(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                           size_t count, double *orders, struct error *error)
{
	const struct link_orders_wanted wanted = {.targets = targets, .count = count, .orders = orders};
	struct link_orders_asked asked;
	for (size_t i = 0; i < count; i++)
		if (!last_orders_find(session->last_orders, attribute, targets[i], &orders[i]))
			orders[i] = 0;
	return link_orders_ask(session, attribute, targets, count, &asked, error) &&
	       link_orders_take(session, &asked, &wanted, error);
}

/* UPDATE links SET order = n.place FROM (the rows of the targets, numbered) AS n WHERE it is another number. */
bool store_close_gaps(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                      size_t count, struct error *error)
{
	const struct link_storage *link = &attribute->link;
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
