/* Sessions on pooled connections, each a transaction that sees one moment, and the one that writes. */
#include "session.h"
#include "writer.h"

#include <stdlib.h>

enum {
	/* Milliseconds of a turn: some times what answers take as a rule, as all of them take longer when much is
	   asked. */
	SHORTEST_TURN = 40,
	LONGEST_TURN = 1000,
	TIMES_USUAL = 8,
	SMOOTHING = 16, /* the last so many answers make what is usual */
};

/* Of these callers, rights and settings are read. */
static const char *const rights_tables[] = {
    "up_permissions",
    "up_roles",
    "up_permissions_role_links",
    "up_users",
    "up_users_role_links",
    "strapi_api_tokens",
    "strapi_api_token_permissions",
    "strapi_api_token_permissions_token_links",
    "strapi_core_store_settings",
    "i18n_locale",
    "admin_users",
    "admin_roles",
    "admin_users_roles_links",
    "admin_permissions",
    "admin_permissions_role_links",
    "lectern_ended_tokens",
};

_Static_assert(COUNT_OF(rights_tables) <= POSTGRES_RIGHTS_TABLES, "each has a number");

void postgres_close(void *opened)
{
	struct postgres_database *database = opened;
	postgres_listener_stop(database->listener);
	postgres_writer_destroy(database->writing.writer);
	postgres_pool_close(database->pool);
	free(database->connections);
	free(database);
}

bool postgres_open(const struct config *config, const struct registry *registry, size_t threads, void **opened,
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
	struct postgres_database *database = calloc(1, sizeof *database);
	if (!database || !(database->connections = calloc(threads, sizeof *database->connections)))
		abort();
	database->pool = pool;
	database->writing.writer = writer;
	for (size_t i = 0; i < threads; i++)
		database->connections[i] = (struct driver_session){.pool = pool, .database = database, .thread = i};
	*opened = database;
	return true;
}

void postgres_hear_changes(void *opened, const struct config *config, struct changes *changes)
{
	struct postgres_database *database = opened;
	struct store_tables rights = {.all = false};
	for (size_t i = 0; i < COUNT_OF(rights_tables); i++)
		store_tables_add(&rights, slice_of(rights_tables[i]));
	database->rights_count = store_tables_list(&rights, database->rights, COUNT_OF(database->rights));
	database->changes = changes;
	database->exact = config->cache_exact;
	database->listener = postgres_listener_start(config, changes);
}

/* What a replica shows may be older than what was heard. */
bool postgres_knows_changes(struct driver_session *connection)
{
	return connection->reader && !connection->behind &&
	       postgres_pool_is_primary(connection->pool, connection->reader) &&
	       postgres_listener_hears(connection->database->listener);
}

static bool begin_on(struct postgres_database *database, size_t thread, bool primary, struct driver_session **begun,
                     struct error *error)
{
	struct driver_session *connection = &database->connections[thread];
	*begun = connection;
	connection->started = false;
	connection->statements = 0;
	connection->primary = primary;
	connection->budget = NULL;
	connection->behind = database->exact && !postgres_listener_catch_up(database->listener);
	return postgres_pool_take(database->pool, thread, primary, &connection->reader, error);
}

bool postgres_begin(void *opened, size_t thread, struct driver_session **connection, struct error *error)
{
	return begin_on(opened, thread, false, connection, error);
}

bool postgres_begin_primary(void *opened, size_t thread, struct driver_session **connection, struct error *error)
{
	return begin_on(opened, thread, true, connection, error);
}

void postgres_use_budget(struct driver_session *connection, struct budget *budget)
{
	connection->budget = budget;
}

/* That it could not be set is told by what comes next. */
void postgres_limit_reads(struct driver_session *connection, int64_t limit)
{
	struct error ignored;
	if (!connection->writer)
		return;
	connection->limited = limit > 0;
	postgres_writer_limit(connection->writer, limit, &ignored);
}

void postgres_give_back(struct driver_session *connection)
{
	if (connection->reader)
		postgres_pool_give(connection->reader);
	connection->reader = NULL;
}

void postgres_end(struct driver_session *connection)
{
	if (connection->reader)
		postgres_reader_end(connection->reader);
	postgres_give_back(connection);
}

bool postgres_begin_write(void *opened, size_t thread, struct driver_session **connection, struct error *error)
{
	struct postgres_database *database = opened;
	*connection = &database->writing;
	/* Commands have the first thread, and all the time that they want. */
	return postgres_writer_begin(database->writing.writer, thread > 0, error);
}

bool postgres_commit(struct driver_session *connection, struct error *error)
{
	return postgres_writer_commit(connection->writer, error);
}

void postgres_roll_back(struct driver_session *connection)
{
	postgres_writer_roll_back(connection->writer);
}

bool postgres_savepoint(struct driver_session *connection, enum savepoint step, struct error *error)
{
	return postgres_writer_savepoint(connection->writer, step, error);
}

/* Half seconds: what another process changes is seen when the next one begins, and at once where it is heard. */
uint64_t postgres_version(struct driver_session *connection)
{
	const struct postgres_database *database = connection->database;
	const uint64_t half_seconds = (uint64_t)clock_milliseconds() / 500 + 1;
	if (connection->behind || !postgres_listener_hears(database->listener))
		return half_seconds;
	return changes_last_of(database->changes, database->rights, database->rights_count) << 32 | half_seconds;
}

uint64_t postgres_version_seen(struct driver_session *connection)
{
	return connection->reader ? connection->reader->version : 0;
}

/* Threads may overwrite each other's number: it is a measure, and one answer missing does not change it. */
void postgres_note_usual(struct postgres_database *database, int64_t took)
{
	int64_t usual = atomic_load_explicit(&database->usual, memory_order_relaxed);
	atomic_store_explicit(&database->usual, usual + (took - usual) / SMOOTHING, memory_order_relaxed);
}

int64_t postgres_turn(void *opened)
{
	struct postgres_database *database = opened;
	int64_t turn = atomic_load_explicit(&database->usual, memory_order_relaxed) * TIMES_USUAL / 1000000;
	return turn < SHORTEST_TURN ? SHORTEST_TURN : turn > LONGEST_TURN ? LONGEST_TURN : turn;
}
