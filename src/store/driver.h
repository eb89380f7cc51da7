/* Inside the room `store`: what a database has to offer. One driver a database; the SQL that differs between databases
 * is written by the driver's dialect, and nowhere else. */
#ifndef LECTERN_STORE_DRIVER_H
#define LECTERN_STORE_DRIVER_H

#include "store.h"

/* What stands behind one placeholder of a statement. */
enum bind_kind { BIND_VALUE, BIND_IDS };

struct bind {
	enum bind_kind kind;
	struct value value;
	const struct attribute *attribute; /* what the value is compared with, or NULL */
	const int64_t *ids;                /* BIND_IDS */
	size_t id_count;
};

/* A statement being written. Text depends only on the shape of a request; values are always bound. */
struct sql {
	struct buffer text;
	struct bind *binds; /* in the arena */
	size_t bind_count, bind_capacity;
	struct arena *arena;
	const struct dialect *dialect;
	unsigned aliases; /* table aliases given out so far */
};

struct dialect {
	/* Writes the placeholder of bind number `number` (from 1) for a comparison with attribute, both cast so that
	 * the database can compare them. */
	void (*placeholder)(struct sql *sql, size_t number, const struct bind *bind);
	/* Writes a table with one column `value` that holds the bound ids: "lectern_ids(?1) AS p". */
	void (*ids_table)(struct sql *sql, size_t number, const char *alias);
	/* Writes the condition that the column is one of the bound ids, which nothing else in the statement uses. */
	void (*in_ids)(struct sql *sql, const char *alias, const char *column, size_t number);
	/* Writes a column as text, for pattern matching. */
	void (*as_text)(struct sql *sql, const char *alias, const struct attribute *attribute);
	/* Where a long pattern of LIKE takes too long: gives the regular expression (operator ~) that matches the same
	 * texts, in the arena. False: LIKE is as good. NULL: it always is. */
	bool (*regular_expression)(struct arena *arena, struct slice pattern, struct slice *expression);
	/* How _q matches without regard to case: the operator and what follows the pattern: " LIKE ", " ESCAPE '\\'".
	 */
	const char *search_operator, *search_suffix;
	/* Whether the database itself cuts a page for each of several parents. Where rows need not travel it costs less
	 * to pass over those that are not wanted. */
	bool cuts_pages;
	/* Whether the caller sorts the rows of parents faster than the database. */
	bool leaves_order;
	/* Whether rows of one value come in the order of the column's index, where it has one. */
	bool ties_of_index;
	/* Whether the rows of A CROSS JOIN B come in the order of A's rows: SQLite nests the loops as they are written,
	 * and a select with a LIMIT stays a loop of its own. */
	bool cross_join_keeps_order;
	/* What lectern_first_ids takes: limit and offset together, and keys. 0: there is no such function. */
	int64_t most_first_ids;
	size_t most_first_keys;
	/* Writes the statement after which the table's next row gets an id above all others. NULL: that is so anyway.
	 */
	void (*continue_ids)(struct sql *sql, const char *table);
	/* Writes a select whose rows are the ids that the next rows of the tables shall have, one for each, and NULL
	 * for a table whose ids are no sequence. NULL: a row's id is known at once when it is inserted. */
	void (*next_ids)(struct sql *sql, const char *const *tables, size_t count);
};

struct changes;

/* One thread's way to the database while a session lasts. */
struct driver_session;
/* The rows of a running statement. */
struct driver_rows;

/* UNDO takes back what was done since BEGIN; the transaction goes on. */
enum savepoint { SAVEPOINT_BEGIN, SAVEPOINT_KEEP, SAVEPOINT_UNDO };

struct driver {
	const char *name;
	bool strict_ids; /* see store_has_strict_ids */
	bool elsewhere;  /* see store_is_elsewhere */
	struct dialect dialect;
	bool (*open)(const struct config *config, const struct registry *registry, size_t threads, void **database,
	             struct error *error);
	void (*close)(void *database);
	/* From here on the driver publishes what is committed in *changes, that of this process as the tables in
	 * *written, to which it adds those that no statement names. NULL: the store publishes what it commits. */
	void (*observe_changes)(void *database, struct changes *changes, struct store_tables *written);
	/* From here on the driver publishes in *changes what others commit, while knows_changes holds. NULL: it can't,
	 * or does so with observe_changes. */
	void (*hear_changes)(void *database, const struct config *config, struct changes *changes);
	/* See store_knows_changes. NULL: never. */
	bool (*knows_changes)(struct driver_session *connection);
	/* Begins and ends a snapshot. */
	bool (*begin)(void *database, size_t thread, struct driver_session **connection, struct error *error);
	void (*end)(struct driver_session *connection);
	/* See store_rest. NULL: nothing is kept. */
	void (*rest)(void *database, size_t thread);
	/* As begin, on the server that writes. NULL: begin is as good. */
	bool (*begin_primary)(void *database, size_t thread, struct driver_session **connection, struct error *error);
	/* See store_use_budget; NULL: none, as when a session begins. What its statements take counts in it, and one
	 * that ends it fails as budget_refuse says. Statements that write are not interrupted. */
	void (*use_budget)(struct driver_session *connection, struct budget *budget);
	/* In a transaction that writes: what a statement from here on may take, in milliseconds; 0: as before. NULL:
	 * the budget is asked anyway. */
	void (*limit_reads)(struct driver_session *connection, int64_t limit);
	/* See store_turn. NULL: a short one, as what runs is this thread's work. */
	int64_t (*turn)(void *database);
	/* See store_take_time. NULL: sessions may take as long as they like. */
	void (*take_time)(struct driver_session *connection);
	/* Begins a transaction that writes; it waits for the one before it. Many changes may share it, each in a
	 * savepoint, in which others may be nested. */
	bool (*begin_write)(void *database, size_t thread, struct driver_session **connection, struct error *error);
	/* See store_is_read_only. NULL: it is not known. */
	bool (*is_read_only)(const struct driver_session *connection);
	/* Ends it: all of it is on disk when commit succeeds, else nothing of it is in force. */
	bool (*commit)(struct driver_session *connection, struct error *error);
	void (*roll_back)(struct driver_session *connection);
	/* In a transaction that writes: a number that is the same when nothing was changed since the one before but by
	 * it, and it was committed. NULL: that is not known. */
	uint64_t (*writer_version)(struct driver_session *connection);
	bool (*savepoint)(struct driver_session *connection, enum savepoint step, struct error *error);
	/* See store_version. */
	uint64_t (*version)(struct driver_session *connection);
	/* A number for what the statements of a session that reads see; 0 when it is not known, or only when one has
	 * run. When it is the same in two sessions of any threads, both see the same data. Totals are remembered under
	 * it. */
	uint64_t (*version_seen)(struct driver_session *connection);
	/* The id of the row that the statement before inserted. NULL: such a statement has to return it. */
	int64_t (*inserted_id)(struct driver_session *connection);
	/* Runs a statement. `columns`: the attributes that the columns of the rows are read as, for the cells. */
	bool (*run)(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
	            const struct attribute *const *columns, size_t column_count, struct arena *arena,
	            struct driver_rows **rows, struct error *error);
	/* Runs a statement of a transaction that writes, and drops its rows. Its failure may show in the next call, at
	 * the latest by the end of the savepoint or the commit. NULL: `run` is as good. */
	bool (*execute)(struct driver_session *connection, struct slice text, const struct bind *binds,
	                size_t bind_count, struct arena *arena, struct error *error);
	const char *explain; /* before a statement: how the database runs it, for `raw` */
	/* See store_run_raw. */
	bool (*raw)(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
	            struct arena *arena, struct buffer *json, struct error *error);
	bool (*next)(struct driver_rows *rows, bool *row, struct error *error);
	/* Text that is not the database's own is good until the next cell is read. */
	void (*cell)(struct driver_rows *rows, size_t column, struct cell *cell);
	/* Whether a statement of the query sorts all rows that it finds, as lectern_first_ids sorts them. NULL: there
	 * is no such function. */
	bool (*sorts_all)(struct driver_session *connection, struct slice text, const struct query *query);
	/* Rows that the statement looked at without an index. NULL: that is not known. */
	int64_t (*steps)(struct driver_rows *rows);
	void (*finish)(struct driver_rows *rows);
};

extern const struct driver sqlite_driver, postgres_driver;

/* A column as an id or a count; 0 where it is null, which no id is. */
static inline int64_t driver_integer(const struct driver *driver, struct driver_rows *rows, size_t column)
{
	struct cell cell;
	driver->cell(rows, column, &cell);
	return cell.kind == CELL_INTEGER ? cell.integer : 0;
}

/* A column as a number, 0 where it is null. False where it is. */
static inline bool driver_number(const struct driver *driver, struct driver_rows *rows, size_t column, double *number)
{
	struct cell cell;
	driver->cell(rows, column, &cell);
	*number = cell.kind == CELL_INTEGER ? (double)cell.integer : cell.kind == CELL_NUMBER ? cell.number : 0;
	return cell.kind != CELL_NULL;
}

#endif
