/* Inside the room `store`: the store and its sessions. */
#ifndef LECTERN_STORE_SESSION_H
#define LECTERN_STORE_SESSION_H

#include "driver.h"
#include "last_orders.h"
#include "totals.h"

/* What one thread keeps from session to session. */
struct store_thread {
	struct totals totals;
};

struct store {
	const struct driver *driver;
	const struct registry *registry;
	void *database;
	struct store_thread *threads;
	size_t thread_count; /* the last of them writes */
	struct store_writer *writer;
	struct last_orders last_orders; /* of the one transaction that writes at a time */
	bool lacks_own_table;           /* the database can't be written, and never was by lectern */
};

/* writer.c */
bool writer_start(struct store *store, struct error *error);
void writer_stop(struct store *store);

struct store_session {
	struct store *store;
	struct store_thread *thread;
	struct connection *connection;
	struct arena *arena;
	size_t number; /* of the thread */
	uint64_t version;
	uint64_t statement_count;
	bool writes;
	struct last_orders *last_orders; /* where it writes */
};

/* Runs what was written. */
bool session_run(struct store_session *session, struct sql *sql, const struct attribute *const *columns,
                 size_t column_count, struct driver_rows **rows, struct error *error);

/* Runs what was written to its end and throws its rows away. */
bool session_execute(struct store_session *session, struct sql *sql, struct error *error);

struct store_cursor {
	struct driver_rows *rows;
	const struct driver *driver;
	size_t first_field;  /* the columns before it are id and parent */
	struct pages *pages; /* rows outside of their parent's page are passed over; NULL: there are none */
};

/* Runs what was written, for a cursor over its rows, and frees its text. */
bool session_open_cursor(struct store_session *session, struct sql *sql, const struct attribute **columns,
                         size_t column_count, size_t first, struct store_cursor **cursor, struct error *error);

/* Runs what was written and gives the first row's only column as a number. */
bool session_read_number(struct store_session *session, struct sql *sql, int64_t *number, struct error *error);

/* A new statement for the session's database; free sql->text when it has run. */
void session_start_sql(struct store_session *session, struct sql *sql);

#endif
