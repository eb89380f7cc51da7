/* Whole tables: pages of rows, and rows by the dozen. */
#include "cursor.h"
#include "store/sql/sql.h"

/* Rows of one INSERT. Whole batches and halves of halves: few statements are prepared, whatever is added. */
enum { BATCH_ROWS = 64, BATCH_VALUES = 8192 };

/* The columns of a page: the id, whether the row counts, then the table's own. */
enum { COUNTS_COLUMN = 1, FIRST_CELL = 2 };

static const struct attribute id_attribute = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
static const struct attribute boolean_attribute = {.name = "counts", .column = "counts", .type = ATTRIBUTE_BOOLEAN};
static const struct attribute text_attribute = {.name = "text", .column = "text", .type = ATTRIBUTE_STRING};

void store_use_arena(struct store_session *session, struct arena *arena)
{
	session->arena = arena;
}

void store_take_time(struct store_session *session)
{
	if (session->store->driver->take_time)
		session->store->driver->take_time(session->connection);
}

/* ---- which rows count ---- */

static void write_text(struct sql *sql, const char *text)
{
	sql_value(sql, &text_attribute, value_text(slice_of(text)));
}

/* Not with EXISTS: PostgreSQL would read all ids for each page. */
static void write_entry_exists(struct sql *sql, const struct store_end *end, const struct content_type *type)
{
	sql_text(sql, "(SELECT e.\"id\" FROM ");
	sql_table(sql, type->table, "e");
	sql_text(sql, " WHERE e.\"id\" = ");
	sql_column(sql, "l", end->column);
	sql_text(sql, ") IS NOT NULL");
}

static void write_end(struct sql *sql, const struct store_end *end)
{
	if (!end->type_column) {
		write_entry_exists(sql, end, end->types[0]);
		return;
	}
	sql_text(sql, "CASE ");
	sql_column(sql, "l", end->type_column);
	for (size_t i = 0; i < end->type_count; i++) {
		sql_text(sql, " WHEN ");
		write_text(sql, end->types[i]->uid);
		sql_text(sql, " THEN ");
		write_entry_exists(sql, end, end->types[i]);
	}
	sql_text(sql, " END");
}

static void write_fields(struct sql *sql, const struct store_table *table)
{
	sql_column(sql, "l", table->field_column);
	for (size_t i = 0; i < table->field_count; i++) {
		sql_text(sql, i ? ", " : " IN (");
		write_text(sql, table->fields[i]);
	}
	sql_text(sql, ")");
}

static void write_but(struct sql *sql, const struct store_table *table)
{
	sql_column(sql, "l", table->but_column);
	sql_text(sql, " <> ");
	write_text(sql, table->but_text);
}

static void write_conditions(struct sql *sql, const struct store_table *table)
{
	sql_text(sql, "TRUE");
	for (size_t i = 0; i < table->end_count; i++) {
		sql_text(sql, " AND ");
		write_end(sql, &table->ends[i]);
	}
	if (table->field_column) {
		sql_text(sql, " AND ");
		write_fields(sql, table);
	}
	if (table->but_column) {
		sql_text(sql, " AND ");
		write_but(sql, table);
	}
}

bool store_count_rows(struct store_session *session, const struct store_table *table, bool all, int64_t *count,
                      struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT COUNT(*) FROM ");
	sql_table(&sql, table->name, "l");
	if (!all) {
		sql_text(&sql, " WHERE ");
		write_conditions(&sql, table);
	}
	bool done = session_read_number(session, &sql, NULL, count, error);
	buffer_free(&sql.text);
	return done;
}

/* The conditions are a column, and the page is found by ids alone: else the database might look for another way to the
 * rows, page after page. */
bool store_select_rows(struct store_session *session, const struct store_table *table, int64_t after, int64_t limit,
                       struct store_cursor **cursor, struct error *error)
{
	struct sql sql;
	const struct attribute **columns =
	    arena_alloc_unset(session->arena, (table->column_count + FIRST_CELL) * sizeof(*columns));
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT l.\"id\", ");
	write_conditions(&sql, table);
	columns[0] = &id_attribute;
	columns[COUNTS_COLUMN] = &boolean_attribute;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct store_column *column = &table->columns[i];
		sql_text(&sql, ", ");
		sql_column(&sql, "l", column->column);
		columns[i + FIRST_CELL] = column->read_as ? column->read_as : column->as;
	}
	sql_text(&sql, " FROM ");
	sql_table(&sql, table->name, "l");
	sql_text(&sql, " WHERE l.\"id\" > ");
	sql_value(&sql, &id_attribute, value_integer(after));
	sql_text(&sql, " ORDER BY l.\"id\" LIMIT ");
	sql_value(&sql, &id_attribute, value_integer(limit));
	return session_open_cursor(session, &sql, columns, table->column_count + FIRST_CELL, FIRST_CELL, cursor, error);
}

bool store_row_counts(const struct store_cursor *cursor)
{
	struct cell cell;
	cursor->driver->cell(cursor->rows, COUNTS_COLUMN, &cell);
	return cell.kind == CELL_INTEGER && cell.integer;
}

/* ---- writing ---- */

static void write_row(struct sql *sql, const struct store_table *table, const int64_t *id, const struct value *values)
{
	if (id)
		sql_value(sql, &id_attribute, value_integer(*id));
	for (size_t i = 0; i < table->column_count; i++) {
		if (i || id)
			sql_text(sql, ", ");
		sql_value(sql, table->columns[i].as, values[i]);
	}
}

static bool insert_batch(struct store_session *session, const struct store_table *table, const int64_t *ids,
                         const struct value *values, size_t row_count, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	sql_text(&sql, "INSERT INTO ");
	sql_name(&sql, table->name);
	sql_text(&sql, ids ? " (\"id\"" : " (");
	for (size_t i = 0; i < table->column_count; i++) {
		if (i || ids)
			sql_text(&sql, ", ");
		sql_name(&sql, table->columns[i].column);
	}
	for (size_t i = 0; i < row_count; i++) {
		sql_text(&sql, i ? "), (" : ") VALUES (");
		write_row(&sql, table, ids ? &ids[i] : NULL, &values[i * table->column_count]);
	}
	sql_text(&sql, ")");
	return session_execute(session, &sql, error);
}

bool store_insert_rows(struct store_session *session, const struct store_table *table, const int64_t *ids,
                       const struct value *values, size_t row_count, struct error *error)
{
	size_t batch = BATCH_ROWS, done = 0;
	last_orders_forget_all(session->last_orders);
	while (batch > 1 && batch * (table->column_count + 1) > BATCH_VALUES)
		batch /= 2;
	while (done < row_count) {
		while (batch > row_count - done)
			batch /= 2;
		if (!insert_batch(session, table, ids ? ids + done : NULL, values + done * table->column_count, batch,
		                  error))
			return false;
		done += batch;
	}
	return true;
}

bool store_empty_table(struct store_session *session, const struct store_table *table, struct error *error)
{
	struct sql sql;
	last_orders_forget_all(session->last_orders);
	session_start_sql(session, &sql);
	sql_text(&sql, "DELETE FROM ");
	sql_table(&sql, table->name, "l");
	if (table->but_column) {
		sql_text(&sql, " WHERE ");
		write_but(&sql, table);
	}
	return session_execute(session, &sql, error);
}

bool store_continue_ids(struct store_session *session, const struct store_table *table, struct error *error)
{
	struct sql sql;
	int64_t ignored;
	session_start_sql(session, &sql);
	if (!sql.dialect->continue_ids)
		return true;
	sql.dialect->continue_ids(&sql, table->name);
	bool done = session_read_number(session, &sql, NULL, &ignored, error);
	buffer_free(&sql.text);
	return done;
}
