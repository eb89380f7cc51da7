/* Statements of a session: run, run again on another connection, and their rows. */
#include "rows.h"
#include "binary.h"
#include "cells.h"
#include "dialect.h"
#include "raw.h"
#include "session.h"
#include "writer_statements.h"

enum { ATTEMPTS = 3 /* connections a session may try before its first rows */ };

/* A statement that was given to the session's connection; its rows come when the first is asked for. */
struct driver_rows {
	struct driver_session *connection;
	struct postgres_query *query;
	bool received;
	int64_t sent_at; /* nanoseconds: when its rows were asked for, of the server that answers */
	int row, count;
	const struct attribute *const *columns;
	size_t column_count;
	unsigned *types;               /* of the columns, where the values are binary; else NULL */
	char made[POSTGRES_MADE_TEXT]; /* text of the last cell that was read */
	/* to run it again */
	bool first; /* of its session */
	struct slice text;
	const char **values;
	int value_count;
	struct arena *arena;
};

/* Gives up the reader after a failure. True when the statement may be tried on another one. */
static bool may_try_again(struct driver_session *connection, enum postgres_outcome outcome)
{
	struct postgres_reader *reader = connection->reader;
	bool slow = reader->pipeline.timed_out;
	if (outcome == POSTGRES_UNPREPARED) {
		postgres_pool_unprepare(reader);
		reader->lost = true;
	}
	postgres_reader_end(reader);
	postgres_give_back(connection);
	return !connection->started && !slow;
}

static struct postgres_query *make_query(const struct driver_rows *rows)
{
	struct postgres_query *query = arena_alloc(rows->arena, sizeof *query);
	query->reads_binary = rows->columns != NULL;
	return query;
}

static enum postgres_outcome send(struct driver_rows *rows, struct error *error)
{
	struct driver_session *connection = rows->connection;
	struct budget *budget = connection->budget;
	rows->query = make_query(rows);
	if (budget && !connection->reader->limit) {
		connection->reader->limit = budget_left(budget);
		connection->reader->limits_all = !budget->turn_limit;
	}
	connection->reader->budget = budget;
	return postgres_reader_send(connection->reader, rows->text, rows->value_count, rows->values, rows->query,
	                            error);
}

/* The time of the budget is over: its turn's, or all of it. Or it was cancelled. */
static bool refuse_late(struct driver_session *connection, struct error *error)
{
	struct budget *budget = connection->budget;
	if (budget->turn_limit)
		budget_end_early(budget);
	else if (!budget->ended)
		budget->ended = BUDGET_TOO_SLOW;
	return budget_refuse(budget, NULL, error);
}

static bool is_late(const struct driver_session *connection, enum postgres_outcome outcome)
{
	const struct postgres_reader *reader = connection->reader;
	return connection->budget && reader &&
	       ((outcome == POSTGRES_REFUSED && reader->over_limit) || reader->cancelled ||
	        (outcome == POSTGRES_LOST && reader->pipeline.timed_out && reader->limit &&
	         connection->budget->turn_limit));
}

/* Sends the session's first statement on other connections until one answers. */
static bool try_again(struct driver_rows *rows, enum postgres_outcome outcome, struct error *error)
{
	struct driver_session *connection = rows->connection;
	for (unsigned attempt = 1; outcome != POSTGRES_DONE; attempt++) {
		if (is_late(connection, outcome)) {
			/* The server is not at fault. */
			connection->reader->spent = true;
			return refuse_late(connection, error);
		}
		if (outcome == POSTGRES_REFUSED)
			return false;
		bool again = may_try_again(connection, outcome) && rows->first && connection->statements == 1;
		if (!again || attempt == ATTEMPTS) {
			connection->started = true;
			return error_unavailable(error, "PostgreSQL: the connection was lost during a request");
		}
		if (!postgres_pool_take(connection->pool, connection->thread, connection->primary, &connection->reader,
		                        error))
			return false;
		/* That a server does not answer any more is not the request's doing. */
		rows->sent_at = clock_nanoseconds();
		outcome = send(rows, error);
		if (outcome == POSTGRES_DONE)
			outcome = postgres_reader_receive(connection->reader, rows->query, error);
	}
	return true;
}

bool postgres_run(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                  const struct attribute *const *columns, size_t column_count, struct arena *arena,
                  struct driver_rows **started, struct error *error)
{
	struct driver_rows *rows = arena_alloc(arena, sizeof *rows);
	*rows = (struct driver_rows){.connection = connection, .row = -1, .columns = columns, .arena = arena};
	rows->column_count = column_count;
	if (!connection->reader && !connection->writer)
		return error_unavailable(error, "PostgreSQL: the connection was lost");
	if (!postgres_bind_values(arena, binds, bind_count, &rows->values, error))
		return false;
	rows->value_count = (int)bind_count;
	*started = rows;
	if (connection->writer) {
		rows->query = make_query(rows);
		return postgres_writer_send(connection->writer, text, rows->value_count, rows->values, rows->query,
		                            error);
	}
	rows->first = connection->statements++ == 0;
	rows->text = rows->first ? arena_copy_slice(arena, text) : text;
	enum postgres_outcome outcome = send(rows, error);
	if (outcome != POSTGRES_DONE) {
		if (!try_again(rows, outcome, error))
			return false;
		rows->received = true;
	}
	return true;
}

/* Waits for the rows. */
static bool wait_for(struct driver_rows *rows, struct error *error)
{
	struct driver_session *connection = rows->connection;
	if (connection->writer) {
		if (!postgres_writer_receive(connection->writer, rows->query, error))
			return false;
	} else if (!rows->received) {
		if (!connection->reader)
			return error_unavailable(error, "PostgreSQL: the connection was lost");
		if (!try_again(rows, postgres_reader_receive(connection->reader, rows->query, error), error))
			return false;
		rows->received = true;
	}
	return true;
}

/* The types of the columns; NULL where not all are read in the binary format. */
static unsigned *find_types(const struct driver_rows *rows)
{
	if (libpq.PQnfields(rows->query->rows) != (int)rows->column_count)
		return NULL;
	unsigned *types = arena_array(rows->arena, rows->column_count, sizeof *types);
	for (size_t i = 0; i < rows->column_count; i++) {
		types[i] = libpq.PQftype(rows->query->rows, (int)i);
		if (!postgres_binary_fits(types[i], rows->columns[i]))
			return NULL;
	}
	return types;
}

/* The types of the columns, which come with the first rows, say how the next run's values are to come. */
static bool note_format(struct driver_rows *rows, struct error *error)
{
	const struct postgres_query *query = rows->query;
	const bool binary = libpq.PQnfields(query->rows) > 0 && libpq.PQfformat(query->rows, 0) == 1;
	rows->types = binary ? find_types(rows) : NULL;
	if (binary && !rows->types) {
		/* Two models differ in what they take a column for. */
		postgres_statements_set_format(query, POSTGRES_FORMAT_TEXT);
		return error_unavailable(error, "PostgreSQL: a column is of another type than before");
	}
	if (!binary && query->statement && query->statement->format == POSTGRES_FORMAT_UNKNOWN)
		postgres_statements_set_format(query, find_types(rows) ? POSTGRES_FORMAT_BINARY : POSTGRES_FORMAT_TEXT);
	return true;
}

static bool receive(struct driver_rows *rows, struct error *error)
{
	struct driver_session *connection = rows->connection;
	struct budget *budget = connection->budget;
	rows->sent_at = budget ? clock_nanoseconds() : 0;
	bool received = wait_for(rows, error);
	if (budget) {
		int64_t took = clock_nanoseconds() - rows->sent_at;
		/* Changes that were sent before are waited for with the rows. */
		if (!connection->writer || connection->limited)
			budget_add_waiting(budget, took);
		if (received && budget->turn_limit)
			postgres_note_usual(connection->database, took);
	}
	if (!received && budget && !budget_goes_on(budget))
		return budget_refuse(budget, NULL, error);
	if (!received)
		return false;
	connection->started = true;
	rows->count = libpq.PQntuples(rows->query->rows);
	if (rows->columns && !note_format(rows, error))
		return false;
	return !budget || budget_goes_on(budget) || budget_refuse(budget, NULL, error);
}

bool postgres_next(struct driver_rows *rows, bool *row, struct error *error)
{
	*row = false;
	if (rows->row < 0 && !receive(rows, error))
		return false;
	*row = ++rows->row < rows->count;
	return true;
}

void postgres_cell(struct driver_rows *rows, size_t column, struct cell *cell)
{
	const char *text = libpq.PQgetvalue(rows->query->rows, rows->row, (int)column);
	size_t length = (size_t)libpq.PQgetlength(rows->query->rows, rows->row, (int)column);
	if (length == 0 && libpq.PQgetisnull(rows->query->rows, rows->row, (int)column))
		cell->kind = CELL_NULL;
	else if (rows->types)
		postgres_binary_cell((struct slice){text, length}, rows->types[column], rows->columns[column],
		                     rows->made, cell);
	else
		postgres_read_cell((struct slice){text, length}, rows->columns[column], cell);
}

void postgres_finish(struct driver_rows *rows)
{
	const struct driver_session *connection = rows->connection;
	if (connection->writer)
		postgres_writer_discard(connection->writer, rows->query);
	else if (connection->reader)
		postgres_pipeline_discard(&connection->reader->pipeline, rows->query);
	libpq.PQclear(rows->query->rows);
	rows->query->rows = NULL;
}

bool postgres_raw(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                  struct arena *arena, struct buffer *json, struct error *error)
{
	struct driver_rows *rows = NULL;
	if (postgres_is_control(text))
		return error_set(
		    error, 501, "NotImplementedError",
		    "lectern does not run statements about transactions and sessions as SQL of the code's");
	if (!postgres_run(connection, text, binds, bind_count, NULL, 0, arena, &rows, error) || !receive(rows, error))
		return false;
	postgres_write_result(json, rows->query->rows);
	postgres_finish(rows);
	return true;
}

/* Without waiting for the answer. */
bool postgres_execute(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                      struct arena *arena, struct error *error)
{
	const char **values;
	return postgres_bind_values(arena, binds, bind_count, &values, error) &&
	       postgres_writer_send(connection->writer, text, (int)bind_count, values, NULL, error);
}
