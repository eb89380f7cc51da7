#include "look_ahead.h"
#include "link_orders.h"
#include "store/sql/sql.h"

static const struct attribute integer = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};

/* Their rows get the ids in the order of the tables. */
static bool ask_ids(struct store_session *session, const char *const *tables, size_t count, struct driver_rows **rows,
                    struct error *error)
{
	static const struct attribute *const columns[] = {&integer};
	struct sql sql;
	session_start_sql(session, &sql);
	sql.dialect->next_ids(&sql, tables, count);
	bool done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, 1, rows, error);
	buffer_free(&sql.text);
	return done;
}

static bool take_ids(struct store_session *session, struct driver_rows *rows, int64_t *ids, size_t count,
                     struct error *error)
{
	const struct driver *driver = session->store->driver;
	bool row, done;
	for (size_t i = 0; (done = driver->next(rows, &row, error)) && row; i++)
		if (i < count)
			ids[i] = driver_integer(driver, rows, 0);
	driver->finish(rows);
	return done;
}

bool store_look_ahead(struct store_session *session, const char *const *tables, int64_t *ids, size_t table_count,
                      const struct store_coming_links *links, size_t link_count, struct error *error)
{
	const struct driver *driver = session->store->driver;
	struct driver_rows *rows = NULL;
	size_t asked_count = 0;
	memset(ids, 0, table_count * sizeof *ids);
	if (!driver->dialect.next_ids)
		return true;
	struct link_orders_asked *asked = arena_array(session->arena, link_count, sizeof *asked);
	bool done = !table_count || ask_ids(session, tables, table_count, &rows, error);
	for (; done && asked_count < link_count; asked_count += done) {
		const struct store_coming_links *coming = &links[asked_count];
		done = link_orders_ask(session, coming->attribute, coming->targets, coming->count, &asked[asked_count],
		                       error);
	}
	if (done && rows)
		done = take_ids(session, rows, ids, table_count, error);
	else if (rows)
		driver->finish(rows);
	for (size_t i = 0; i < asked_count; i++) {
		if (done)
			done = link_orders_take(session, &asked[i], NULL, error);
		else if (asked[i].rows)
			driver->finish(asked[i].rows);
	}
	return done;
}
