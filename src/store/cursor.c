/* The rows of a statement that runs. */
#include "pages.h"
#include "session.h"

bool session_open_cursor(struct store_session *session, struct sql *sql, const struct attribute **columns,
                         size_t column_count, size_t first, struct store_cursor **cursor, struct error *error)
{
	*cursor = arena_alloc(session->arena, sizeof **cursor);
	(*cursor)->driver = session->store->driver;
	(*cursor)->first_field = first;
	bool done = session_run(session, sql, columns, column_count, &(*cursor)->rows, error);
	buffer_free(&sql->text);
	return done;
}

bool store_next(struct store_cursor *cursor, bool *row, struct error *error)
{
	struct pages *pages = cursor->pages;
	*row = false;
	if (!pages)
		return cursor->driver->next(cursor->rows, row, error);
	while (!pages_are_full(pages)) {
		if (!cursor->driver->next(cursor->rows, row, error))
			return false;
		if (!*row || pages_take(pages, store_parent(cursor)))
			return true;
	}
	*row = false;
	return true;
}

int64_t store_id(const struct store_cursor *cursor)
{
	return driver_integer(cursor->driver, cursor->rows, 0);
}

int64_t store_parent(const struct store_cursor *cursor)
{
	return driver_integer(cursor->driver, cursor->rows, 1);
}

void store_cell(struct store_cursor *cursor, size_t field, struct cell *cell)
{
	cursor->driver->cell(cursor->rows, cursor->first_field + field, cell);
}

void store_close_cursor(struct store_cursor *cursor)
{
	if (cursor->rows)
		cursor->driver->finish(cursor->rows);
	cursor->rows = NULL;
}

bool session_read_number(struct store_session *session, struct sql *sql, int64_t *number, struct error *error)
{
	static const struct attribute integer = {.name = "count", .column = "count", .type = ATTRIBUTE_ID};
	const struct attribute *columns[] = {&integer};
	struct driver_rows *rows;
	const struct driver *driver = session->store->driver;
	bool row;
	*number = 0;
	if (!session_run(session, sql, columns, 1, &rows, error))
		return false;
	bool done = driver->next(rows, &row, error);
	if (done && row)
		*number = driver_integer(driver, rows, 0);
	driver->finish(rows);
	return done;
}
