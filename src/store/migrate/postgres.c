#include "postgres.h"
#include "store/postgres/conninfo.h"
#include "store/postgres/dialect.h"
#include "store/postgres/raw.h"
#include "store/postgres/wire.h"
#include "triggers.h"

#include "libpq/libpq.h"
#include <stdlib.h>

/* The number of the lock that migrations take: any, as long as it is the same everywhere. */
#define LOCK_NUMBER "7089620625083886194"

struct handle {
	PGconn *pg;
	const char
	    *settings; /* SELECT set_config… for each transaction, which reaches the server through poolers too */
	const char *schema;
};

#define IN_SCHEMA "relnamespace = (select oid from pg_namespace where nspname = current_schema())"

static const char columns_query[] =
    "select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) from pg_class c join pg_attribute a on "
    "a.attrelid = c.oid "
    "where c." IN_SCHEMA " and c.relkind in ('r', 'p', 'f', 'v', 'm') and a.attnum > 0 and not a.attisdropped";
static const char indexes_query[] =
    "select t.relname, c.relname, case when not i.indisvalid then 'invalid ' else '' end || case when i.indisunique "
    "then 'unique ' else '' end || (select "
    "string_agg(coalesce(a.attname, '?') || case when i.indoption[k.n - 1] & 1 = 1 then "
    "':desc' else '' end, ',' order by k.n) from unnest(i.indkey::int2[]) with ordinality as "
    "k(attnum, n) left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) "
    "from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = "
    "i.indrelid where c." IN_SCHEMA;
static const char keys_query[] = "select c.relname, k.conname from pg_constraint k join pg_class c on c.oid = "
				 "k.conrelid where k.contype = 'f' and c." IN_SCHEMA;

static const char triggers_query[] =
    "select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = '" MIGRATE_TRIGGER
    "' and t.tgenabled = 'A' and c." IN_SCHEMA;

/* The first line of what the server said. */
static bool refuse(const struct handle *handle, const char *sql, struct error *error)
{
	const char *reason = libpq.PQerrorMessage(handle->pg);
	int length = (int)strcspn(reason, "\n");
	if (libpq.PQstatus(handle->pg) != CONNECTION_OK)
		return error_set(error, 503, "ServiceUnavailableError", "PostgreSQL: %.*s", length, reason);
	return error_set(error, 500, "DatabaseError", "PostgreSQL refused \"%.200s\": %.*s", sql, length, reason);
}

static bool run(struct migration_database *database, const char *sql, struct error *error)
{
	struct handle *handle = database->handle;
	PGresult *result = libpq.PQexec(handle->pg, sql);
	ExecStatusType status = libpq.PQresultStatus(result);
	libpq.PQclear(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || refuse(handle, sql, error);
}

static bool rows(struct migration_database *database, const char *sql, struct arena *arena, const char ***cells,
                 size_t *row_count, struct error *error)
{
	struct handle *handle = database->handle;
	PGresult *result = libpq.PQexec(handle->pg, sql);
	if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK) {
		libpq.PQclear(result);
		return refuse(handle, sql, error);
	}
	size_t columns = (size_t)libpq.PQnfields(result), at = 0;
	*row_count = (size_t)libpq.PQntuples(result);
	*cells = arena_array(arena, *row_count * columns, sizeof **cells);
	for (int row = 0; row < libpq.PQntuples(result); row++)
		for (int column = 0; column < libpq.PQnfields(result); column++, at++)
			if (!libpq.PQgetisnull(result, row, column))
				(*cells)[at] = arena_copy(arena, slice_of(libpq.PQgetvalue(result, row, column)));
	libpq.PQclear(result);
	return true;
}

/* Without values a text may have several statements, as for the driver that Strapi uses. */
static bool raw(struct migration_database *database, struct slice text, const struct bind *binds, size_t count,
                struct arena *arena, struct buffer *json, struct error *error)
{
	const struct handle *handle = database->handle;
	const char *sql = arena_copy(arena, text), **values;
	if (!postgres_bind_values(arena, binds, count, &values, error))
		return false;
	PGresult *result = count ? libpq.PQexecParams(handle->pg, sql, (int)count, NULL, values, NULL, NULL, 0)
	                         : libpq.PQexec(handle->pg, sql);
	const ExecStatusType status = libpq.PQresultStatus(result);
	const bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
	if (done)
		postgres_write_result(json, result);
	libpq.PQclear(result);
	return done || refuse(handle, sql, error);
}

static bool check_schema(struct migration_database *database, struct error *error)
{
	const struct handle *handle = database->handle;
	struct arena *arena = arena_create();
	const char **cells;
	size_t count;
	bool done = rows(database, "select current_schema()", arena, &cells, &count, error);
	if (done && (count == 0 || !cells[0]))
		done = error_set(error, 500, "ConfigurationError",
		                 "The database has no schema \"%s\", or it may not be used", handle->schema);
	arena_destroy(arena);
	return done;
}

static bool begin(struct migration_database *database, bool writing, struct error *error)
{
	const struct handle *handle = database->handle;
	/* A new statement must see what the migration before this one has committed. */
	return run(database, writing ? "begin isolation level read committed read write" : "begin read only", error) &&
	       run(database, handle->settings, error) && check_schema(database, error) &&
	       (!writing || run(database, "select pg_advisory_xact_lock(" LOCK_NUMBER ")", error));
}

static void close_postgres(struct migration_database *database)
{
	struct handle *handle = database->handle;
	if (handle)
		libpq.PQfinish(handle->pg);
}

static const char *write_settings(PGconn *pg, const char *schema, struct arena *arena)
{
	const char *path = conninfo_search_path(arena, schema);
	char *quoted = libpq.PQescapeLiteral(pg, path, strlen(path));
	if (!quoted)
		abort();
	const char *settings = arena_format(
	    arena,
	    "select set_config('search_path', %s, true), set_config('statement_timeout', '0', true), "
	    "set_config('standard_conforming_strings', 'on', true), set_config('client_min_messages', 'warning', true)",
	    quoted);
	libpq.PQfreemem(quoted);
	return settings;
}

bool migration_open_postgres(struct migration_database *database, const struct config *config, struct arena *arena,
                             struct error *error)
{
	struct conninfo conninfo;
	*database = (struct migration_database){
	    .client = DATABASE_POSTGRES,
	    .columns_query = columns_query,
	    .indexes_query = indexes_query,
	    .keys_query = keys_query,
	    .triggers_query = triggers_query,
	    .close = close_postgres,
	    .begin = begin,
	    .run = run,
	    .rows = rows,
	    .raw = raw,
	};
	if (!conninfo_read(arena, config->postgres_url, NULL, &conninfo, error))
		return false;
	struct handle *handle = arena_alloc(arena, sizeof *handle);
	database->handle = handle;
	handle->schema = config->postgres_schema;
	handle->pg = libpq.PQconnectdbParams(conninfo.keywords, conninfo.values, 0);
	if (libpq.PQstatus(handle->pg) != CONNECTION_OK)
		return error_set(error, 503, "ServiceUnavailableError", "PostgreSQL %s can't be reached: %.*s",
		                 conninfo.label, (int)strcspn(libpq.PQerrorMessage(handle->pg), "\n"),
		                 libpq.PQerrorMessage(handle->pg));
	libpq.PQsetNoticeProcessor(handle->pg, postgres_log_notice, NULL);
	database->settings = handle->settings = write_settings(handle->pg, config->postgres_schema, arena);
	return true;
}
