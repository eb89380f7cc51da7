/* The rows of a statement that runs. */
#include "cursor.h"
#include "pages.h"

#include <stdio.h>

/* A statement that took less, in a turn that has the time, is not worth being kept from those that serve. */
enum { LIGHT_NANOSECONDS = 3000000 };

/* Says what was being done when the request's time was used up. */
static bool refuse_slow(const struct store_cursor *cursor, const struct budget *budget, struct error *error)
{
	const struct query *query = cursor->query;
	char what[160];
	if (!query)
		return budget_refuse(budget, NULL, error);
	snprintf(what, sizeof what, "reading %s%s%s%s",
	         query->type->plural_name ? query->type->plural_name : query->type->uid,
	         query->sort_count ? ", sorted" : "", query->filter ? ", filtered" : "",
	         query->search.ptr ? ", searched for a text" : "");
	return budget_refuse(budget, what, error);
}

/* A statement failed: was it because of the budget? */
static bool note_end(struct store_cursor *cursor, struct error *error)
{
	struct store_session *session = cursor->session;
	const struct budget *budget = session->budget;
	if (!budget)
		return false;
	if (cursor->list_begun)
		lists_note_time(&session->store->lists, buffer_as_slice(&cursor->text),
		                clock_nanoseconds() - cursor->list_begun);
	if (budget->ended == BUDGET_TURN_OVER)
		heavy_remember(&session->store->heavy, buffer_as_slice(&cursor->text), budget->turn_limit);
	else if (budget->ended == BUDGET_TOO_SLOW)
		refuse_slow(cursor, budget, error);
	return false;
}

bool session_open_cursor(struct store_session *session, struct sql *sql, const struct attribute **columns,
                         size_t column_count, size_t first, struct store_cursor **cursor, struct error *error)
{
	struct store_cursor *opened = arena_alloc(session->arena, sizeof *opened);
	opened->driver = session->store->driver;
	opened->first_field = first;
	opened->opened = session->store->shapes.folder || session->explained ? clock_nanoseconds() : 0;
	opened->session = session;
	opened->text = sql->text;
	sql->text = (struct buffer){0};
	opened->begun = session->budget && !session->budget->turn_limit ? budget_used(session->budget) : -1;
	*cursor = opened;
	if (session_run(session, sql, buffer_as_slice(&opened->text), columns, column_count, &opened->rows, error)) {
		opened->explained = session->explained ? session->explained->last : NULL;
		return true;
	}
	buffer_free(&opened->text);
	return false;
}

/* Where the statement was slow, its shape is kept for lectern advise. */
static void note_shape(struct store_cursor *cursor)
{
	struct store *store = cursor->session->store;
	const int64_t took =
	    cursor->opened && (cursor->noted || cursor->explained) ? clock_nanoseconds() - cursor->opened : 0;
	if (cursor->explained) {
		cursor->explained->rows = cursor->row_count;
		cursor->explained->nanoseconds = took;
	}
	if (took < SHAPES_SLOW || !cursor->noted || !store->shapes.folder)
		return;
	const struct shape_run run = {
	    .query = cursor->noted,
	    .is_count = cursor->counts,
	    .text = buffer_as_slice(&cursor->text),
	    .rows = cursor->row_count,
	    .steps = store->driver->steps ? store->driver->steps(cursor->rows) : 0,
	    .nanoseconds = took,
	};
	shapes_note(&store->shapes, &run);
}

bool store_next(struct store_cursor *cursor, bool *row, struct error *error)
{
	struct pages *pages = cursor->pages;
	*row = cursor->ahead && cursor->ahead_row;
	if (cursor->ahead) {
		cursor->ahead = false;
		return true;
	}
	if (!pages) {
		const bool done = cursor->driver->next(cursor->rows, row, error) || note_end(cursor, error);
		cursor->row_count += *row;
		return done;
	}
	while (!pages_are_full(pages)) {
		if (!cursor->driver->next(cursor->rows, row, error))
			return note_end(cursor, error);
		cursor->row_count += *row;
		if (!*row || pages_take(pages, store_parent(cursor)))
			return true;
	}
	*row = false;
	return true;
}

bool cursor_read_ahead(struct store_cursor *cursor, struct error *error)
{
	if (!store_next(cursor, &cursor->ahead_row, error))
		return false;
	cursor->ahead = true;
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

bool store_is_unordered(const struct store_cursor *cursor)
{
	return cursor->unordered;
}

bool store_order(const struct store_cursor *cursor, double *order)
{
	return driver_number(cursor->driver, cursor->rows, 2, order);
}

void store_cell(struct store_cursor *cursor, size_t field, struct cell *cell)
{
	cursor->driver->cell(cursor->rows, cursor->first_field + field, cell);
}

void store_close_cursor(struct store_cursor *cursor)
{
	struct store_session *session = cursor->session;
	if (!cursor->rows)
		return;
	note_shape(cursor);
	cursor->driver->finish(cursor->rows);
	cursor->rows = NULL;
	if (cursor->list_begun)
		lists_note_time(&session->store->lists, buffer_as_slice(&cursor->text),
		                clock_nanoseconds() - cursor->list_begun);
	if (cursor->begun >= 0 && !session->budget->ended &&
	    budget_used(session->budget) - cursor->begun < LIGHT_NANOSECONDS)
		heavy_forget(&session->store->heavy, buffer_as_slice(&cursor->text));
	buffer_free(&cursor->text);
}

bool session_read_number(struct store_session *session, struct sql *sql, const struct query *query, int64_t *number,
                         struct error *error)
{
	static const struct attribute integer = {.name = "count", .column = "count", .type = ATTRIBUTE_ID};
	const struct attribute *columns[] = {&integer};
	struct store_cursor *cursor;
	bool row;
	*number = 0;
	if (!session_open_cursor(session, sql, columns, 1, 0, &cursor, error))
		return false;
	cursor->query = cursor->noted = query;
	cursor->counts = true;
	bool done = store_next(cursor, &row, error);
	if (done && row)
		*number = driver_integer(cursor->driver, cursor->rows, 0);
	store_close_cursor(cursor);
	return done;
}
