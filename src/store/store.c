#include "session.h"
#include "sql.h"

#include <stdlib.h>

static const struct driver *driver_of(const struct config *config)
{
	return config->client == DATABASE_POSTGRES ? &postgres_driver : &sqlite_driver;
}

bool store_open(const struct config *config, const struct registry *registry, size_t threads, struct store **store,
                struct error *error)
{
	const struct driver *driver = driver_of(config);
	struct store *opened = calloc(1, sizeof *opened);
	struct store_thread *kept = calloc(threads, sizeof *kept);
	if (!opened || !kept)
		abort();
	*opened = (struct store){.driver = driver, .registry = registry, .threads = kept, .thread_count = threads};
	if (!driver->open(config, registry, threads, &opened->database, error)) {
		free(kept);
		free(opened);
		return false;
	}
	*store = opened;
	return true;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	store->driver->close(store->database);
	for (size_t i = 0; i < store->thread_count; i++)
		totals_free(&store->threads[i].totals);
	free(store->threads);
	free(store);
}

bool store_begin(struct store *store, size_t thread, struct arena *arena, struct store_session **session,
                 struct error *error)
{
	struct store_session *begun = arena_alloc(arena, sizeof *begun);
	begun->store = store;
	begun->thread = &store->threads[thread];
	begun->arena = arena;
	if (!store->driver->begin(store->database, thread, &begun->connection, error))
		return false;
	begun->version = store->driver->version(begun->connection);
	*session = begun;
	return true;
}

void store_end(struct store_session *session)
{
	session->store->driver->end(session->connection);
}

uint64_t store_version(const struct store_session *session)
{
	return session->version;
}

bool store_has_strict_ids(const struct store_session *session)
{
	return session->store->driver->strict_ids;
}

bool store_is_elsewhere(const struct store_session *session)
{
	return session->store->driver->elsewhere;
}

uint64_t store_statement_count(const struct store_session *session)
{
	return session->statement_count;
}

void session_start_sql(struct store_session *session, struct sql *sql)
{
	*sql = (struct sql){.arena = session->arena, .dialect = &session->store->driver->dialect};
}

bool session_run(struct store_session *session, struct sql *sql, const struct attribute *const *columns,
                 size_t column_count, struct driver_rows **rows, struct error *error)
{
	session->statement_count++;
	return session->store->driver->run(session->connection, buffer_as_slice(&sql->text), sql->binds, sql->bind_count,
	                                   columns, column_count, session->arena, rows, error);
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
	done = session_run(session, &sql, columns, 1, &rows, error);
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
