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
	bool done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, COUNT_OF(columns), &running, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	for (size_t place = 0; (done = driver->next(running, &row, error)) && row;) {
		place = find_unknown(targets, unknown, count, place, driver_integer(driver, running, 0));
		if (place == count)
			continue;
		double order;
		driver_number(driver, running, 1, &order);
		orders[unknown[place]] = order;
		/* Without an inverse, other attributes may write to the same table unnoticed. */
		if (attribute->inverse)
			last_orders_keep(session->last_orders, attribute, ids[place], order);
	}
	driver->finish(running);
	return done;
}

bool link_orders_read_last(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
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
