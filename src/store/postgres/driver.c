/* The PostgreSQL driver: sessions on pooled connections, each a transaction that sees one moment. */
#include "cells.h"
#include "dialect.h"
#include "pool.h"
#include "raw.h"
#include "writer_statements.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
	ATTEMPTS = 3, /* connections a session may try before its first rows */
	/* Milliseconds of a turn: some times what answers take as a rule, as all of them take longer when much is
	   asked. */
	SHORTEST_TURN = 40,
	LONGEST_TURN = 1000,
	TIMES_USUAL = 8,
	SMOOTHING = 16, /* the last so many answers make what is usual */
};

/* What a thread has between begin and end. */
struct connection {
	struct postgres_pool *pool;
	struct postgres_link *link;     /* NULL: it was lost */
	struct postgres_writer *writer; /* not NULL: this is the connection that writes */
	struct database *of;
	size_t thread;
	unsigned statements;   /* of this session */
	struct budget *budget; /* of this session, or NULL */
	bool primary;          /* of the primary, whatever replicas there are */
	bool limited;          /* of the writer: reads have a limit, and what they wait counts */
	bool started;          /* an answer was read: another connection would see another moment */
};

struct database {
	struct postgres_pool *pool;
	struct connection *connections; /* one a thread */
	_Atomic int64_t usual;          /* nanoseconds that the answers took of late, to sessions with a turn */
	struct connection writing;
};

/* A statement that was given to the session's connection; its rows come when the first is asked for. */
struct driver_rows {
	struct connection *connection;
	struct postgres_query *query;
	bool received;
	int64_t asked; /* nanoseconds: when its rows were asked for, of the server that answers */
	int row, count;
	const struct attribute *const *columns;
	/* to run it again */
	bool first; /* of its session */
	struct slice text;
	const char **values;
	int value_count;
	struct arena *arena;
};

static void postgres_close(void *opened)
{
	struct database *database = opened;
	postgres_writer_destroy(database->writing.writer);
	postgres_pool_close(database->pool);
	free(database->connections);
	free(database);
}

static bool postgres_open(const struct config *config, const struct registry *registry, size_t threads, void **opened,
                          struct error *error)
{
	(void)registry;
	struct postgres_pool *pool;
	struct postgres_writer *writer;
	if (!postgres_pool_open(config, &pool, error))
		return false;
	if (!postgres_writer_create(config, pool, &writer, error)) {
		postgres_pool_close(pool);
		return false;
	}
	struct database *database = calloc(1, sizeof *database);
	if (!database || !(database->connections = calloc(threads, sizeof *database->connections)))
		abort();
	database->pool = pool;
	database->writing.writer = writer;
	for (size_t i = 0; i < threads; i++)
		database->connections[i] = (struct connection){.pool = pool, .of = database, .thread = i};
	*opened = database;
	return true;
}

static bool begin_on(struct database *database, size_t thread, bool primary, struct connection **begun,
                     struct error *error)
{
	struct connection *connection = &database->connections[thread];
	*begun = connection;
	connection->started = false;
	connection->statements = 0;
	connection->primary = primary;
	connection->budget = NULL;
	return postgres_pool_take(database->pool, thread, primary, &connection->link, error);
}

static bool postgres_begin(void *opened, size_t thread, struct connection **connection, struct error *error)
{
	return begin_on(opened, thread, false, connection, error);
}

static bool postgres_begin_primary(void *opened, size_t thread, struct connection **connection, struct error *error)
{
	return begin_on(opened, thread, true, connection, error);
}

static void postgres_use_budget(struct connection *connection, struct budget *budget)
{
	connection->budget = budget;
}

/* That it could not be set is told by what comes next. */
static void postgres_limit_reads(struct connection *connection, int64_t limit)
{
	struct error ignored;
	if (!connection->writer)
		return;
	connection->limited = limit > 0;
	postgres_writer_limit(connection->writer, limit, &ignored);
}

static void give_back(struct connection *connection)
{
	if (connection->link)
		postgres_pool_give(connection->link);
	connection->link = NULL;
}

static void postgres_end(struct connection *connection)
{
	if (connection->link)
		postgres_link_end(connection->link);
	give_back(connection);
}

static bool postgres_begin_write(void *opened, size_t thread, struct connection **connection, struct error *error)
{
	struct database *database = opened;
	*connection = &database->writing;
	/* Commands have the first thread, and all the time that they want. */
	return postgres_writer_begin(database->writing.writer, thread > 0, error);
}

static bool postgres_commit(struct connection *connection, struct error *error)
{
	return postgres_writer_commit(connection->writer, error);
}

static void postgres_roll_back(struct connection *connection)
{
	postgres_writer_roll_back(connection->writer);
}

static bool postgres_savepoint(struct connection *connection, enum savepoint what, struct error *error)
{
	return postgres_writer_savepoint(connection->writer, what, error);
}

/* Half seconds: what another process changes is seen when the next one begins. */
static uint64_t postgres_version(struct connection *connection)
{
	(void)connection;
	return (uint64_t)clock_milliseconds() / 500 + 1;
}

static uint64_t postgres_version_seen(struct connection *connection)
{
	return connection->link ? connection->link->version : 0;
}

/* Gives up the link after a failure. True when the statement may be tried on another one. */
static bool may_try_again(struct connection *connection, enum postgres_outcome outcome)
{
	struct postgres_link *link = connection->link;
	bool slow = link->timed_out;
	if (outcome == POSTGRES_UNPREPARED) {
		postgres_pool_unprepare(link);
		link->lost = true;
	}
	postgres_link_end(link);
	give_back(connection);
	return !connection->started && !slow;
}

static enum postgres_outcome send(struct driver_rows *rows, struct error *error)
{
	struct connection *connection = rows->connection;
	struct budget *budget = connection->budget;
	rows->query = arena_alloc(rows->arena, sizeof *rows->query);
	if (budget && !connection->link->limit) {
		connection->link->limit = budget_left(budget);
		connection->link->limits_all = !budget->turn_limit;
	}
	connection->link->budget = budget;
	return postgres_link_send(connection->link, rows->text, rows->value_count, rows->values, rows->query, error);
}

/* The time of the budget is over: its turn's, or all of it. Or it was cancelled. */
static bool refuse_late(struct connection *connection, struct error *error)
{
	struct budget *budget = connection->budget;
	if (budget->turn_limit)
		budget_end_early(budget);
	else if (!budget->ended)
		budget->ended = BUDGET_TOO_SLOW;
	return budget_refuse(budget, NULL, error);
}

static bool is_late(const struct connection *connection, enum postgres_outcome outcome)
{
	const struct postgres_link *link = connection->link;
	return connection->budget && link &&
	       ((outcome == POSTGRES_REFUSED && link->over_limit) || link->cancelled ||
	        (outcome == POSTGRES_LOST && link->timed_out && link->limit && connection->budget->turn_limit));
}

/* Sends the session's first statement on other connections until one answers. */
static bool try_again(struct driver_rows *rows, enum postgres_outcome outcome, struct error *error)
{
	struct connection *connection = rows->connection;
	for (unsigned attempt = 1; outcome != POSTGRES_DONE; attempt++) {
		if (is_late(connection, outcome)) {
			/* The server is not at fault. */
			connection->link->spent = true;
			return refuse_late(connection, error);
		}
		if (outcome == POSTGRES_REFUSED)
			return false;
		bool again = may_try_again(connection, outcome) && rows->first && connection->statements == 1;
		if (!again || attempt == ATTEMPTS) {
			connection->started = true;
			return error_unavailable(error, "PostgreSQL: the connection was lost during a request");
		}
		if (!postgres_pool_take(connection->pool, connection->thread, connection->primary, &connection->link,
		                        error))
			return false;
		/* That a server does not answer any more is not the request's doing. */
		rows->asked = clock_nanoseconds();
		outcome = send(rows, error);
		if (outcome == POSTGRES_DONE)
			outcome = postgres_link_receive(connection->link, rows->query, error);
	}
	return true;
}

static bool postgres_run(struct connection *connection, struct slice text, const struct bind *binds, size_t bind_count,
                         const struct attribute *const *columns, size_t column_count, struct arena *arena,
                         struct driver_rows **started, struct error *error)
{
	struct driver_rows *rows = arena_alloc(arena, sizeof *rows);
	(void)column_count;
	*rows = (struct driver_rows){.connection = connection, .row = -1, .columns = columns, .arena = arena};
	if (!connection->link && !connection->writer)
		return error_unavailable(error, "PostgreSQL: the connection was lost");
	if (!postgres_bind_values(arena, binds, bind_count, &rows->values, error))
		return false;
	rows->value_count = (int)bind_count;
	*started = rows;
	if (connection->writer) {
		rows->query = arena_alloc(arena, sizeof *rows->query);
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
	struct connection *connection = rows->connection;
	if (connection->writer) {
		if (!postgres_writer_receive(connection->writer, rows->query, error))
			return false;
	} else if (!rows->received) {
		if (!connection->link)
			return error_unavailable(error, "PostgreSQL: the connection was lost");
		/* An answer that came with those of later statements is there already. */
		if (!rows->query->rows &&
		    !try_again(rows, postgres_link_receive(connection->link, rows->query, error), error))
			return false;
		rows->received = true;
	}
	return true;
}

/* Threads may overwrite each other's number: it is but a measure. */
static void note_usual(struct database *database, int64_t took)
{
	int64_t usual = atomic_load_explicit(&database->usual, memory_order_relaxed);
	atomic_store_explicit(&database->usual, usual + (took - usual) / SMOOTHING, memory_order_relaxed);
}

static int64_t postgres_turn(void *opened)
{
	struct database *database = opened;
	int64_t turn = atomic_load_explicit(&database->usual, memory_order_relaxed) * TIMES_USUAL / 1000000;
	return turn < SHORTEST_TURN ? SHORTEST_TURN : turn > LONGEST_TURN ? LONGEST_TURN : turn;
}

static bool receive(struct driver_rows *rows, struct error *error)
{
	struct connection *connection = rows->connection;
	struct budget *budget = connection->budget;
	rows->asked = budget ? clock_nanoseconds() : 0;
	bool received = wait_for(rows, error);
	if (budget) {
		int64_t took = clock_nanoseconds() - rows->asked;
		/* Changes that were sent before are waited for with the rows. */
		if (!connection->writer || connection->limited)
			budget_add_waiting(budget, took);
		if (received && budget->turn_limit)
			note_usual(connection->of, took);
	}
	if (!received && budget && !budget_goes_on(budget))
		return budget_refuse(budget, NULL, error);
	if (!received)
		return false;
	connection->started = true;
	rows->count = PQntuples(rows->query->rows);
	return !budget || budget_goes_on(budget) || budget_refuse(budget, NULL, error);
}

static bool postgres_next(struct driver_rows *rows, bool *row, struct error *error)
{
	*row = false;
	if (rows->row < 0 && !receive(rows, error))
		return false;
	*row = ++rows->row < rows->count;
	return true;
}

static void postgres_cell(struct driver_rows *rows, size_t column, struct cell *cell)
{
	const char *text = PQgetvalue(rows->query->rows, rows->row, (int)column);
	size_t length = (size_t)PQgetlength(rows->query->rows, rows->row, (int)column);
	if (length == 0 && PQgetisnull(rows->query->rows, rows->row, (int)column))
		cell->kind = CELL_NULL;
	else
		postgres_read_cell((struct slice){text, length}, rows->columns[column], cell);
}

static void postgres_finish(struct driver_rows *rows)
{
	if (rows->connection->writer)
		postgres_writer_drop(rows->connection->writer, rows->query);
	PQclear(rows->query->rows);
	rows->query->rows = NULL;
	rows->query->dropped = true;
}

static bool postgres_raw(struct connection *connection, struct slice text, const struct bind *binds, size_t bind_count,
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
static bool postgres_execute(struct connection *connection, struct slice text, const struct bind *binds,
                             size_t bind_count, struct arena *arena, struct error *error)
{
	const char **values;
	return postgres_bind_values(arena, binds, bind_count, &values, error) &&
	       postgres_writer_send(connection->writer, text, (int)bind_count, values, NULL, error);
}

const struct driver postgres_driver = {
    .name = "postgres",
    .strict_ids = true,
    .elsewhere = true,
    .dialect = {.placeholder = postgres_write_placeholder,
                .ids_table = postgres_write_ids_table,
                .in_ids = postgres_write_in_ids,
                .as_text = postgres_write_as_text,
                .regular_expression = postgres_regular_expression,
                .search_operator = " ILIKE ",
                .search_suffix = "",
                .cuts_pages = true,
                .continue_ids = postgres_write_continue_ids},
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .end = postgres_end,
    .begin_primary = postgres_begin_primary,
    .use_budget = postgres_use_budget,
    .limit_reads = postgres_limit_reads,
    .turn = postgres_turn,
    .begin_write = postgres_begin_write,
    .commit = postgres_commit,
    .roll_back = postgres_roll_back,
    .savepoint = postgres_savepoint,
    .version = postgres_version,
    .version_seen = postgres_version_seen,
    .run = postgres_run,
    .raw = postgres_raw,
    .execute = postgres_execute,
    .next = postgres_next,
    .cell = postgres_cell,
    .finish = postgres_finish,
};
