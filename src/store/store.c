#include "endings.h"
#include "store/sql/sql.h"
#include "writer.h"

#include <stdlib.h>

enum { TURN = 10 };

static const struct driver *driver_of(const struct config *config)
{
	return config->client == DATABASE_POSTGRES ? &postgres_driver : &sqlite_driver;
}

bool store_open(const struct config *config, const struct registry *registry, size_t threads, struct store **store,
                struct error *error)
{
	const struct driver *driver = driver_of(config);
	struct migrate_lacks lacks = {.ended_tokens = false};
	const struct migrate_options as_models_want = {.lacks = &lacks};
	if (!store_migrate(config, registry, &as_models_want, error))
		return false;
	struct store *opened = calloc(1, sizeof *opened);
	if (!opened)
		abort();
	*opened = (struct store){.driver = driver, .registry = registry, .thread_count = threads + 1, .lacks = lacks};
	totals_init(&opened->totals);
	lists_init(&opened->lists);
	linked_init(&opened->linked);
	changes_init(&opened->changes);
	if (!driver->open(config, registry, threads, &opened->database, error)) {
		totals_free(&opened->totals);
		lists_free(&opened->lists);
		linked_free(&opened->linked);
		changes_free(&opened->changes);
		free(opened);
		return false;
	}
	if (driver->observe_changes)
		driver->observe_changes(opened->database, &opened->changes, &opened->written);
	if (driver->hear_changes)
		driver->hear_changes(opened->database, config, &opened->changes);
	if (!writer_start(opened, error)) {
		store_close(opened);
		return false;
	}
	*store = opened;
	return true;
}

void store_keep_shapes(struct store *store, const char *folder)
{
	shapes_start(&store->shapes, folder);
}

void store_close(struct store *store)
{
	if (!store)
		return;
	writer_stop(store);
	shapes_stop(&store->shapes);
	store->driver->close(store->database);
	totals_free(&store->totals);
	lists_free(&store->lists);
	linked_free(&store->linked);
	changes_free(&store->changes);
	free(store);
}

size_t store_thread_count(const struct store *store)
{
	return store->thread_count;
}

size_t store_thread(const struct store_session *session)
{
	return session->number;
}

static struct store_session *new_session(struct store *store, size_t thread, struct arena *arena)
{
	struct store_session *session = arena_alloc(arena, sizeof *session);
	session->store = store;
	session->number = thread;
	session->arena = arena;
	/* Before it begins: what it sees is at least that. */
	session->moment = changes_moment(&store->changes);
	return session;
}

bool store_begin(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                 struct error *error)
{
	struct store_session *begun = new_session(store, thread, arena);
	if (!store->driver->begin(store->database, thread, &begun->connection, error))
		return false;
	begun->version = store->driver->version(begun->connection);
	*session = begun;
	return true;
}

bool store_begin_primary(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                         struct error *error)
{
	struct store_session *begun = new_session(store, thread, arena);
	const struct driver *driver = store->driver;
	if (!(driver->begin_primary ? driver->begin_primary : driver->begin)(store->database, thread,
	                                                                     &begun->connection, error))
		return false;
	begun->version = driver->version(begun->connection);
	*session = begun;
	return true;
}

void store_use_budget(struct store_session *session, struct budget *budget)
{
	session->budget = budget;
	session->store->driver->use_budget(session->connection, budget);
}

void store_begin_part(struct store_session *session, int64_t limit)
{
	const struct driver *driver = session->store->driver;
	if (!session->budget)
		return;
	budget_begin_part(session->budget, limit);
	if (driver->limit_reads)
		driver->limit_reads(session->connection, limit);
}

void store_end_part(struct store_session *session)
{
	const struct driver *driver = session->store->driver;
	if (!session->budget)
		return;
	budget_end_part(session->budget);
	if (driver->limit_reads)
		driver->limit_reads(session->connection, 0);
}

bool store_begin_write(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                       struct error *error)
{
	struct store_session *begun = new_session(store, thread, arena);
	if (!store->driver->begin_write(store->database, thread, &begun->connection, error))
		return false;
	/* Totals that are remembered were not read in this transaction, and those read in it are not remembered. */
	begun->writes = true;
	store->written = (struct store_tables){.all = false};
	begun->tables = &store->written;
	begun->version = UINT64_MAX;
	begun->last_orders = &store->last_orders;
	last_orders_begin(&store->last_orders,
	                  store->driver->writer_version ? store->driver->writer_version(begun->connection) : 0);
	*session = begun;
	return true;
}

bool store_commit(struct store_session *session, struct error *error)
{
	struct store *store = session->store;
	struct store_ending *endings = session->endings;
	/* The next transaction may begin at once. */
	const struct store_tables written = store->written;
	const bool done = store->driver->commit(session->connection, error);
	/* Of a commit that failed nobody may know what became. */
	if (!store->driver->observe_changes)
		changes_publish(&store->changes, done ? &written : NULL);
	endings_run(endings, done);
	return done;
}

void store_roll_back(struct store_session *session)
{
	struct store_ending *endings = session->endings;
	session->store->driver->roll_back(session->connection);
	endings_run(endings, false);
}

void store_end(struct store_session *session)
{
	session->store->driver->end(session->connection);
}

void store_rest(struct store *store, size_t thread)
{
	if (store->driver->rest)
		store->driver->rest(store->database, thread);
}

uint64_t store_version(const struct store_session *session)
{
	return session->version;
}

uint64_t store_version_seen(const struct store_session *session)
{
	return session->store->driver->version_seen(session->connection);
}

struct store *store_of_session(const struct store_session *session)
{
	return session->store;
}

bool store_is_read_only(const struct store_session *session)
{
	const struct driver *driver = session->store->driver;
	return driver->is_read_only && driver->is_read_only(session->connection);
}

bool store_has_strict_ids(const struct store_session *session)
{
	return session->store->driver->strict_ids;
}

bool store_is_elsewhere(const struct store_session *session)
{
	return session->store->driver->elsewhere;
}

int64_t store_turn(const struct store *store)
{
	return store->driver->turn ? store->driver->turn(store->database) : TURN;
}

uint64_t store_statement_count(const struct store_session *session)
{
	return session->statement_count;
}

bool store_setting(struct store_session *session, const char *key, struct slice *json, struct error *error)
{
	static const struct attribute text = {.name = "value", .column = "value", .type = ATTRIBUTE_TEXT};
	const struct attribute *columns[] = {&text};
	const struct driver *driver = session->store->driver;
	struct driver_rows *rows;
	struct sql sql;
	bool row, done;
	*json = (struct slice){NULL, 0};
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT s.\"value\" FROM \"strapi_core_store_settings\" AS s WHERE s.\"key\" = ");
	sql_value(&sql, NULL, value_text(slice_of(key)));
	sql_text(&sql, " ORDER BY s.\"id\"");
	done = session_run(session, &sql, buffer_as_slice(&sql.text), columns, 1, &rows, error);
	buffer_free(&sql.text);
	if (!done)
		return false;
	done = driver->next(rows, &row, error);
	if (done && row) {
		struct cell cell;
		driver->cell(rows, 0, &cell);
		if (cell.kind == CELL_TEXT)
			*json = arena_copy_slice(session->arena, cell.text);
	}
	driver->finish(rows);
	return done;
}
