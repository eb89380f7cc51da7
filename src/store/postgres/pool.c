#include "pool.h"
#include "server_keeper.h"

#include <stdlib.h>

struct postgres_pool {
	struct arena *arena;             /* connection strings and the like */
	struct postgres_server *servers; /* the primary first */
	size_t count;
	int64_t longest_wait; /* ms for a connection, when all are in use */
	atomic_size_t turn;
	size_t serving; /* threads below that number serve */
};

static bool describe(struct postgres_pool *pool, const struct config *config, const char *url,
                     struct postgres_server *server, struct error *error)
{
	const struct conninfo_settings settings = {config->postgres_schema, config->statement_timeout,
	                                           config->prepared_statements};
	struct postgres_target *target = &server->target;
	server->role = server == pool->servers ? "primary" : "replica";
	server->fewest = config->pool_min;
	server->most = config->pool_max;
	server->prepares = config->prepared_statements;
	target->search_path = conninfo_search_path(pool->arena, config->postgres_schema);
	target->statement_timeout = arena_format(pool->arena, "%u", config->statement_timeout);
	target->longest_statement = config->statement_timeout;
	target->waiting.patience = (int64_t)config->statement_timeout + POSTGRES_GRACE;
	if (!conninfo_read(pool->arena, url, &settings, &target->direct, error) ||
	    !conninfo_read(pool->arena, url, NULL, &target->pooled, error))
		return false;
	target->probe = target->pooled;
	conninfo_set(&target->probe, "connect_timeout", "3");
	return true;
}

static bool start(struct postgres_pool *pool, struct postgres_server *server, struct error *error)
{
	struct buffer reason = {0};
	bool started = postgres_server_start(server, &reason);
	if (!started && server == pool->servers)
		error_set(error, 500, "ConfigurationError", "The database %s cannot be reached: %.*s",
		          server->target.direct.label, (int)reason.len, reason.len ? reason.data : "");
	else if (!started)
		log_message(LOG_WARNING, "PostgreSQL replica %s cannot be reached: %.*s", server->target.direct.label,
		            (int)reason.len, reason.len ? reason.data : "");
	buffer_free(&reason);
	return started || server != pool->servers;
}

static void destroy(struct postgres_pool *pool)
{
	free(pool->servers);
	arena_destroy(pool->arena);
	free(pool);
}

bool postgres_pool_open(const struct config *config, struct postgres_pool **opened, struct error *error)
{
	struct postgres_pool *pool = calloc(1, sizeof *pool);
	size_t count = 1 + config->replica_count, started = 0;
	if (!pool || !(pool->servers = calloc(count, sizeof *pool->servers)))
		abort();
	pool->arena = arena_create();
	pool->count = count;
	pool->longest_wait = config->statement_timeout;
	pool->serving = config->threads;
	for (size_t i = 0; i < count; i++) {
		const char *url = i ? config->replica_urls[i - 1] : config->postgres_url;
		if (!describe(pool, config, url, &pool->servers[i], error)) {
			destroy(pool);
			return false;
		}
	}
	while (started < count && start(pool, &pool->servers[started], error))
		started++;
	if (started < count) {
		postgres_server_stop(&pool->servers[0]);
		destroy(pool);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		postgres_server_keep(&pool->servers[i]);
	*opened = pool;
	return true;
}

void postgres_pool_close(struct postgres_pool *pool)
{
	for (size_t i = 0; i < pool->count; i++)
		postgres_server_stop(&pool->servers[i]);
	destroy(pool);
}

bool postgres_pool_is_primary(const struct postgres_pool *pool, const struct postgres_reader *reader)
{
	return reader->target == &pool->servers[0].target;
}

bool postgres_pool_take(struct postgres_pool *pool, size_t thread, bool primary, struct postgres_reader **reader,
                        struct error *error)
{
	size_t replicas = primary ? 0 : pool->count - 1, turn = replicas ? atomic_fetch_add(&pool->turn, 1) : 0;
	int64_t deadline = clock_milliseconds() + pool->longest_wait;
	bool busy = false, any_busy = false;
	for (size_t i = 0; i <= replicas; i++) {
		struct postgres_server *server = &pool->servers[i < replicas ? 1 + (turn + i) % replicas : 0];
		if (!atomic_load(&server->up))
			continue;
		*reader = postgres_server_take(server, thread, thread >= pool->serving, deadline, &busy);
		if (*reader)
			return true;
		any_busy = any_busy || busy;
	}
	if (any_busy)
		return error_unavailable(error, "PostgreSQL: all connections are in use");
	/* That the servers are down was logged when it happened. */
	return error_set(error, 503, "ServiceUnavailableError", "The database cannot be reached, try again");
}

static struct postgres_server *server_of(const struct postgres_reader *reader)
{
	return reader->target->waiting.context;
}

void postgres_pool_give(struct postgres_reader *reader)
{
	postgres_server_give(server_of(reader), reader);
}

static void unprepare(struct postgres_server *server)
{
	pthread_mutex_lock(&server->lock);
	if (server->prepares)
		log_message(LOG_WARNING, "PostgreSQL %s %s %s: statements are not prepared any more", server->role,
		            server->target.direct.label,
		            server->carries
		                ? "is behind a pooler that lost a prepared statement, or has one from before a change "
		                  "of the tables"
		                : "loses prepared statements, so there is a pooler between");
	server->prepares = false;
	pthread_mutex_unlock(&server->lock);
}

void postgres_pool_unprepare(struct postgres_reader *reader)
{
	unprepare(server_of(reader));
}

bool postgres_pool_is_silent(void *context)
{
	struct postgres_pool *pool = context;
	return atomic_load(&pool->servers[0].silent);
}

bool postgres_pool_prepares(struct postgres_pool *pool, bool *renamed)
{
	struct postgres_server *primary = &pool->servers[0];
	pthread_mutex_lock(&primary->lock);
	bool prepares = primary->prepares && (!primary->pooled || primary->carries);
	*renamed = primary->pooled;
	pthread_mutex_unlock(&primary->lock);
	return prepares;
}

void postgres_pool_unprepare_primary(struct postgres_pool *pool)
{
	unprepare(&pool->servers[0]);
}
