/* Inside the room `store`: the store and its sessions. */
#ifndef LECTERN_STORE_SESSION_H
#define LECTERN_STORE_SESSION_H

#include "changes.h"
#include "driver.h"
#include "explain.h"
#include "heavy.h"
#include "last_orders.h"
#include "linked_entries.h"
#include "lists.h"
#include "shapes/shapes.h"
#include "totals.h"

struct store {
	const struct driver *driver;
	const struct registry *registry;
	void *database;
	struct totals totals;
	struct lists lists;
	struct linked linked;
	size_t thread_count; /* the last of them writes */
	struct store_writer *writer;
	struct heavy_statements heavy;
	struct heavy_statements short_pages; /* links and limits, see store_note_short_page */
	struct heavy_statements sorting;     /* statements, and whether they sort all: see entries.c */
	struct last_orders last_orders;      /* of the one transaction that writes at a time */
	struct shapes shapes;
	struct changes changes;
	struct store_tables written; /* by the one transaction that writes at a time */
	struct migrate_lacks lacks;  /* the database can't be written, and never was by a lectern that has them */
};

/* A statement that was run, for store_write_explained. */
struct explained {
	struct slice text;
	const struct bind *binds;
	size_t bind_count;
	int64_t rows, nanoseconds; /* rows -1: not known */
	struct explained *next;
};

struct explained_list {
	struct explained *first, *last;
};

struct store_session {
	struct store *store;
	struct driver_session *connection;
	struct arena *arena;
	struct budget *budget; /* or NULL */
	size_t number;         /* of the thread */
	uint64_t version;
	uint64_t moment;             /* see store_moment */
	struct store_tables *tables; /* that are read are added to it; or NULL */
	uint64_t statement_count;
	bool writes;
	struct last_orders *last_orders;  /* where it writes */
	struct store_ending *endings;     /* the last one added is the first */
	unsigned depth;                   /* of undoable parts */
	struct explained_list *explained; /* NULL: statements are not kept */
	struct job_thread *thread;        /* of the job that may yield it (yield.h); or NULL */
	bool has_written;                 /* the job at work has changed something */
};

/* Whether a statement for `query` may be written: it is not too large, nor by its shape one that takes too long for the
 * turn. */
bool session_admits(struct store_session *session, const struct query *query, struct error *error);

/* Whether a statement may be begun; 400 or 503 where the request has ended, or its turn. */
bool session_may_run(struct store_session *session, struct slice text, struct error *error);

/* Adds the tables of a statement to those that the session reads, or changes. */
void session_note_tables(struct store_session *session, struct slice text);

/* Runs `text`, with the values bound in `sql`. */
bool session_run(struct store_session *session, const struct sql *sql, struct slice text,
                 const struct attribute *const *columns, size_t column_count, struct driver_rows **rows,
                 struct error *error);

/* Runs what was written to its end and throws its rows away. */
bool session_execute(struct store_session *session, struct sql *sql, struct error *error);

struct store_cursor {
	struct driver_rows *rows;
	const struct driver *driver;
	size_t first_field;    /* the columns before it are id, parent and order */
	bool unordered;        /* see store_is_unordered */
	int64_t list_begun;    /* nanoseconds of the monotonic clock, for a list that may be remembered; else 0 */
	bool ahead, ahead_row; /* the next row was read, and whether there was one */
	struct pages *pages;   /* rows outside of their parent's page are passed over; NULL: there are none */
	/* for the budget */
	struct store_session *session;
	struct buffer text;          /* of the statement */
	const struct query *query;   /* what it reads, or NULL */
	const struct query *noted;   /* what is noted of the statement when it was slow; NULL: nothing */
	bool counts;                 /* it reads a total */
	int64_t row_count;           /* that were read so far */
	struct explained *explained; /* or NULL */
	int64_t opened;              /* nanoseconds of the monotonic clock */
	int64_t begun;               /* what the request had used then, where that is counted */
};

/* A new statement for the session's database; free sql->text when it has run. */
void session_start_sql(struct store_session *session, struct sql *sql);

#endif
