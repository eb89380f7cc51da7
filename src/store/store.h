/* The door of the room `store`: the database. The only room that knows SQL, and the kind of database.
 *
 * A session is one thread's view of the database: begin it when a request needs data, end it when the answer is
 * written. All reads of a session see one snapshot.
 *
 * Threads: functions with a session are called on the thread that began it. All others are called by the main thread,
 * at the start and at the end, unless they say "from any thread". */
#ifndef LECTERN_STORE_STORE_H
#define LECTERN_STORE_STORE_H

#include "config/config.h"
#include "deliveries.h"
#include "ended_tokens.h"
#include "explain.h"
#include "linked.h"
#include "look_ahead.h"
#include "query/query.h"
#include "store/advise/advise.h"
#include "store/migrate/migrate.h"
#include "store/migrate/own_migrations.h"
#include "store/migrate/stored_types.h"
#include "tables.h"
#include "transfer.h"
#include "values.h"
#include "webhooks.h"

struct store;
struct store_session;

/* Opens the database that `config` names and makes sure that it has the tables of `registry` (which must outlive the
 * store). `threads`: how many threads will begin sessions, numbered from 0. */
bool store_open(const struct config *config, const struct registry *registry, size_t threads, struct store **store,
                struct error *error);
void store_close(struct store *store);

/* Keeps the shapes of slow statements in a file of the project's folder, which outlives the store. Before sessions. */
void store_keep_shapes(struct store *store, const char *folder);

/* Begins the session of thread number `thread`, with its lists in `arena`; 503 when the database can't be reached. */
bool store_begin(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                 struct error *error);
void store_end(struct store_session *session);

/* The thread has nothing to do: it releases what it keeps from one session to the next, which others may wait for. A
 * thread that has called it once, on which more is kept from then on, has to call it whenever it has had nothing to do
 * for some milliseconds. */
void store_rest(struct store *store, size_t thread);

/* As store_begin, on the server that changes are made on: the session sees all that was committed before. */
bool store_begin_primary(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                         struct error *error);

/* Takes the cost of the session from `budget`, which must outlive it, and ends statements that exceed it. In a turn
 * with a limit, statements that are known to take long are not begun. */
void store_use_budget(struct store_session *session, struct budget *budget);

/* What a session that writes reads between the two may take so many milliseconds, as others wait meanwhile: what takes
 * longer ends the request of the session's budget. Nothing happens where there is none. */
void store_begin_part(struct store_session *session, int64_t limit);
void store_end_part(struct store_session *session);

/* Refuses with 400 a query that can't be read, or populates what can't, whatever is stored: for its size, or because
 * its sorts are more than the budget allows. Nothing is taken from the budget. */
bool store_check_query(const struct store_session *session, const struct query *query, struct error *error);

/* Begins a session that writes: one transaction, which sees its own changes. Others that write wait meanwhile. End it
 * with store_commit or store_roll_back, not with store_end. */
bool store_begin_write(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                       struct error *error);

/* Ends the session. When it returns true all is on disk; when it returns false nothing was written, unless a server was
 * lost in the middle and does not come back: then the outcome is unknown. */
bool store_commit(struct store_session *session, struct error *error);
void store_roll_back(struct store_session *session);

/* A change that is made by a thread of the store. Those that wait together share one transaction where the database
 * gains by it, each all or nothing on its own. */
struct store_job {
	/* Makes the change; false, with *error filled, takes back all of it that is not committed (store_yield). */
	bool (*run)(void *context, struct store_session *session, struct error *error);
	/* Called when the change is on disk (done), or when nothing of it is in force; of a change that has yielded,
	 * when it is not as `run` has left it. The job may be freed then. */
	void (*finish)(void *context, bool done, const struct error *error);
	void *context;
	struct arena *arena;   /* where the session's lists live meanwhile; used by no one else */
	struct budget *budget; /* the budget of `run`, which is a turn of it. NULL: none */
	bool needs_code;       /* it is not begun while store_hold says so */
	bool yields;           /* it may call store_yield */
	/* of the store */
	struct store_job *next;
	struct job_thread *thread;
	struct error error;
	bool done;
};
void store_submit(struct store *store, struct store_job *job);

/* Runs a copy of the job, and waits until it has ended: true when the change is on disk. For a thread that may wait,
 * outside of any session; `run` is called on another thread. `finish` is not looked at. */
bool store_change(struct store *store, const struct store_job *job, struct error *error);

/* Whether store_yield may be called in the session: its job yields, and no undoable part is open. */
bool store_may_yield(const struct store_session *session);

/* How often the session's job has yielded: what it knew of the database before may have changed since. */
unsigned store_yield_count(const struct store_session *session);

/* Whether the session's job has changed anything since it began, or went on. */
bool store_has_written(const struct store_session *session);

/* Commits what the job has written so far, and lets others write: the session is not to be used until store_resume.
 * False when it was not committed: nothing of the job is in force, and it has to end. */
bool store_yield(struct store_session *session, struct error *error);

/* Waits for those who write, and goes on in another transaction. False with 503: what was committed stays, and the job
 * has to end, without the session. */
bool store_resume(struct store_session *session, struct error *error);

/* Jobs that need the project's code wait from here on, while others go on; or they are begun. From any thread. */
void store_hold(struct store *store, bool held);

/* Runs one statement of the project's code, unchanged, with values for its placeholders (? in SQLite, $1 in
 * PostgreSQL). In a session that only reads it may change nothing; nowhere may it begin or end transactions, or attach
 * files. Writes {"fields":[names],"types":[numbers],"rows":[[values]],"count":n,"id":n,"command":"…"}: types are those
 * of PostgreSQL, whose values are all text; `count` are rows that it changed, `id` that of SQLite's last new row. */
bool store_run_raw(struct store_session *session, struct slice text, const struct value *values, size_t count,
                   struct buffer *json, struct error *error);

/* The database's kind: "sqlite", "postgres". */
const char *store_client(const struct store *store);

/* Whether the session may write. */
bool store_writes(const struct store_session *session);

/* A part of a session that writes, which is kept or undone by itself. Parts may be nested, each is ended before the one
 * around it. */
bool store_begin_undoable(struct store_session *session, struct error *error);
bool store_keep(struct store_session *session, struct error *error);
bool store_undo(struct store_session *session, struct error *error);

/* A function that is called at the end of a session that writes, or of the undoable part in which it was added. */
struct store_ending {
	/* Called once: with true when the change is on disk, and before the job's `finish`; with false when it is not
	 * in force. On the thread of the session, outside of it; it may free the ending. */
	void (*run)(struct store_ending *ending, bool done);
	/* of the store */
	struct store_ending *next;
	unsigned depth;
};
void store_add_ending(struct store_session *session, struct store_ending *ending);

/* How many threads use the store, its own included, and which of them a session belongs to: for what is kept per
 * thread. */
size_t store_thread_count(const struct store *store);
size_t store_thread(const struct store_session *session);

/* A number that differs from the one seen before whenever the database's content may have changed since, in this
 * process or in another: on SQLite exactly, on PostgreSQL at most half a second late. Remembered values, such as
 * permissions, are dropped when it differs. UINT64_MAX in sessions that write: nothing is to be remembered. */
uint64_t store_version(const struct store_session *session);

/* The same, exactly, for a session that has run a statement; 0 when it is not known. */
uint64_t store_version_seen(const struct store_session *session);

/* The store that a session belongs to. */
struct store *store_of_session(const struct store_session *session);

/* True when the database is known to be one that can't be written. */
bool store_is_read_only(const struct store_session *session);

/* True when the database takes only integers for ids, so that any other text is a mistake of the caller's; elsewhere it
 * is an id that no entry has. */
bool store_has_strict_ids(const struct store_session *session);

/* True when the database is another process: statements that don't depend on each other should all be given to it
 * (store_select, store_count_related) before the first row of any is asked for. They then cost one round trip. Where
 * it is false, that would only keep more statements open at once. */
bool store_is_elsewhere(const struct store_session *session);

/* How many milliseconds a turn (budget_begin_turn) on a thread that serves should have: what takes longer than others
 * do is to be done elsewhere. */
int64_t store_turn(const struct store *store);

/* SQL statements run by the session so far: what the tests of set-wise reading count. */
uint64_t store_statement_count(const struct store_session *session);

/* A value read from a row, in terms of its attribute's type whatever the database: date-times and timestamps as
 * CELL_INTEGER milliseconds, booleans as CELL_INTEGER 0 or 1, numbers as CELL_INTEGER or CELL_NUMBER, all others as
 * CELL_TEXT (bigintegers too; JSON as its text). The text is good until the cursor moves. */
enum cell_kind { CELL_NULL, CELL_INTEGER, CELL_NUMBER, CELL_TEXT };

struct cell {
	enum cell_kind kind;
	int64_t integer;
	double number;
	struct slice text;
};

struct store_cursor;

/* Runs `query` (its fields, filter, sorts, page, search and publication state; not its populates). Each row has the id
 * and the query's fields in order (store_fields tells which, when query->fields is NULL). With a `via`, the entries on
 * the other side of that attribute for the given parents (ids of entries of via's own type), each with its parent, in
 * the order of the query's sorts, then the stored order (turned round when `descending`), then id. Without, `parents`
 * as ids restricts the rows to those entries when parent_count > 0; else it is the whole list. One statement, whatever
 * the number of parents. Close the cursor before the session ends. */
struct store_select {
	const struct query *query;
	const struct attribute *via;      /* or NULL */
	const struct content_type *owner; /* the type that has `via` */
	const int64_t *parents;
	size_t parent_count;
	bool descending;
	bool unordered; /* with `via`: rows may come in any order, see store_is_unordered */
};
bool store_select(struct store_session *session, const struct store_select *select, struct store_cursor **cursor,
                  struct error *error);

/* Moves to the next row; *row is false behind the last. False on a database error. */
bool store_next(struct store_cursor *cursor, bool *row, struct error *error);
int64_t store_id(const struct store_cursor *cursor);
int64_t store_parent(const struct store_cursor *cursor); /* only with a `via` */
void store_cell(struct store_cursor *cursor, size_t field, struct cell *cell);

/* Whether the rows come in any order: then they are to be sorted by store_order, those without one first, and by their
 * ids, and cut to the query's limit for each parent. False with *order for a row without one. Where a parent has more
 * than that, store_note_short_page has the database sort and cut these links for a minute. */
bool store_is_unordered(const struct store_cursor *cursor);
bool store_order(const struct store_cursor *cursor, double *order);
void store_note_short_page(struct store_session *session, const struct store_select *select);
void store_close_cursor(struct store_cursor *cursor);

/* The fields that a select returns: the query's own, or all that are returned by default (scalars but passwords and,
 * without with_private, private ones). */
const struct attribute **store_fields(struct arena *arena, const struct store_select *select, size_t *count);

/* How many entries match `query` (filter, search, publication state). */
bool store_count(struct store_session *session, const struct query *query, int64_t *count, struct error *error);
/* What was counted in the last minute will do, whatever was changed since. */
bool store_estimate(struct store_session *session, const struct query *query, int64_t *count, struct error *error);

/* For each parent that has any: how many entries `query` matches on the other side of `via`. Rows of id (the parent)
 * and one integer cell. */
bool store_count_related(struct store_session *session, const struct store_select *select, struct store_cursor **cursor,
                         struct error *error);

/* The same for entries of `owner`, which lives as long as the session, into `counts`, which are 0 before. */
bool store_count_of_each(struct store_session *session, const struct content_type *owner,
                         const struct attribute *relation, const int64_t *ids, size_t count, int64_t *counts,
                         struct error *error);

/* The links of a dynamic zone or a polymorphic attribute: which entries of which types hang on each parent, in stored
 * order. *links lives in the session's arena. */
struct store_link {
	int64_t parent, target;
	const struct content_type
	    *type; /* NULL: an unknown one, told of only for to-one relations; else such links are left out */
};
bool store_select_links(struct store_session *session, const struct content_type *owner,
                        const struct attribute *attribute, const int64_t *parents, size_t parent_count,
                        struct store_link **links, size_t *count, struct error *error);

/* A value of Strapi's settings table (strapi_core_store_settings) as JSON text, or an empty slice when there is
 * none; lives in the session's arena. */
bool store_setting(struct store_session *session, const char *key, struct slice *json, struct error *error);

/* ---- writing, in a session that writes ---- */

/* Sets a value of the settings table, JSON text. `type`, of a new row, is Strapi's name of it: "object", "string". */
bool store_set_setting(struct store_session *session, const char *key, const char *type, struct slice json,
                       struct error *error);

/* A column and its new value. */
struct store_field {
	const char *column;
	const struct attribute *attribute; /* whose value it is; NULL for ids, orders and names of types */
	struct value value;
};

/* Adds a row to a table named by the model; *id (may be NULL): 0, then the new row's; or that of store_look_ahead. */
bool store_insert(struct store_session *session, const char *table, const struct store_field *fields, size_t count,
                  int64_t *id, struct error *error);

/* Rows of a table: all conditions that are there hold. */
struct store_where {
	const char *column; /* is `id`; or NULL */
	int64_t id;
	const char *and_column, *and_text; /* this column is that text; or NULL */
	const int64_t *ids;                /* their own id is one of these; or NULL */
	size_t id_count;
};

/* Changes the fields of those rows. Without fields nothing happens. */
bool store_update(struct store_session *session, const char *table, const struct store_where *where,
                  const struct store_field *fields, size_t count, struct error *error);

/* Removes the rows whose `column` is one of `ids`. */
bool store_delete(struct store_session *session, const char *table, const char *column, const int64_t *ids,
                  size_t count, struct error *error);

/* One row of a link table, a component table or a morph table, as seen from an attribute. */
struct store_link_row {
	int64_t row, entry_id, target_id; /* its own id; the entry, or component, that has the link; what it leads to */
	const struct content_type *type;  /* of the target where the row names it, else NULL */
	struct slice field;               /* of morphToMany: the target's attribute; ptr NULL: none */
	double order;
	bool has_order;
};

/* The rows of `attribute` (of type `owner`) whose entry, or with by_target whose target, is one of `ids`: by entry in
 * stored order, by target in the order of the inverse side. *rows lives in the session's arena. */
bool store_read_links(struct store_session *session, const struct content_type *owner,
                      const struct attribute *attribute, bool by_target, const int64_t *ids, size_t count,
                      struct store_link_row **rows, size_t *row_count, struct error *error);

/* Adds rows, whose targets are all different. The order is written where the link has such a column, NULL without
 * has_order. On the inverse side, where that has an order, each row comes last. `type` of a row is what its type column
 * says, where the link has one. */
bool store_insert_links(struct store_session *session, const struct attribute *attribute,
                        const struct store_link_row *rows, size_t count, struct error *error);

/* Numbers the links to each of the targets anew on the inverse side, which has an order: from 1 and without gaps, in
 * their order. */
bool store_close_gaps(struct store_session *session, const struct attribute *attribute, const int64_t *targets,
                      size_t count, struct error *error);

/* Sets the order of a row, for a link that has such a column. */
bool store_set_order(struct store_session *session, const struct attribute *attribute, int64_t row, double order,
                     struct error *error);

#endif
