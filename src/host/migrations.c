/* Migrations: Strapi runs the files database/migrations/NAME.js and NAME.sql when it starts, each once. Which is the
 * next one, and what it does, the runtime knows (web/runtime/migrations.mjs); here is the transaction that its
 * statements run in. */
#include "load.h"
#include "sql.h"
#include "store/store.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
	MOST_MIGRATIONS = 1000,
	LONGEST_MIGRATION = 24 * 60 * 60 * 1000, /* milliseconds */
};

static bool ends_in(const char *name, const char *end)
{
	const size_t len = strlen(name), of_end = strlen(end);
	return len >= of_end && strcmp(name + len - of_end, end) == 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **host_migrations(struct arena *arena, const char *directory, size_t *count)
{
	const char **names = NULL;
	size_t capacity = 0;
	struct stat status;
	*count = 0;
	DIR *folder = opendir(arena_format(arena, "%s/database/migrations", directory));
	if (!folder)
		return NULL;
	for (struct dirent *entry; *count < MOST_MIGRATIONS && (entry = readdir(folder));) {
		const char *name = entry->d_name;
		if (name[0] == '.' || (!ends_in(name, ".js") && !ends_in(name, ".sql")) ||
		    fstatat(dirfd(folder), name, &status, 0) != 0 || !S_ISREG(status.st_mode))
			continue;
		names = arena_grow(arena, names, *count, &capacity, sizeof *names);
		names[(*count)++] = arena_copy(arena, slice_of(name));
	}
	closedir(folder);
	if (*count)
		qsort(names, *count, sizeof *names, compare_names);
	return names;
}

/* ---- running ---- */

struct migrating {
	struct host *host;
	const struct config *config;
	struct own_migration *migration;
	struct arena *arena; /* of the caller */
	const char *name;    /* of what was run */
};

/* Beginning and ending a part of the transaction. */
static bool run_step(const struct migrating *migrating, const struct host_call *call, struct error *error)
{
	if (slice_is(call->service, "transaction.begin") || slice_is(call->service, "transaction.nest"))
		return own_migration_begin(migrating->migration, error);
	if (slice_is(call->service, "transaction.commit") || slice_is(call->service, "transaction.keep"))
		return own_migration_keep(migrating->migration, error);
	return own_migration_undo(migrating->migration, error);
}

static bool run_call(const struct migrating *migrating, const struct host_call *call, struct arena *arena,
                     struct buffer *value, struct error *error)
{
	struct sql_statement statement;
	if (slice_starts_with(call->service, SLICE("transaction."))) {
		buffer_byte(value, '0');
		return run_step(migrating, call, error);
	}
	if (slice_is(call->service, "sql.describe")) {
		sql_write_description(value, migrating->config);
		return true;
	}
	if (slice_is(call->service, "sql.read") || slice_is(call->service, "sql.write"))
		return sql_read_statement(arena, call->arguments, &statement, error) &&
		       own_migration_run(migrating->migration, statement.text, statement.values, statement.count, arena,
		                         value, error);
	return error_set(error, 501, "NotImplementedError",
	                 "lectern does not have %.*s in a migration: the tables are not made yet",
	                 slice_shown_length(call->service, 100), call->service.ptr ? call->service.ptr : "");
}

static void serve(void *context, struct host_call *call)
{
	struct arena *arena = arena_create();
	struct buffer value = {0};
	struct error error;
	if (run_call(context, call, arena, &value, &error))
		host_call_answer(call, buffer_as_slice(&value), SLICE(""));
	else
		host_call_refuse(call, &error);
	buffer_free(&value);
	arena_destroy(arena);
}

static bool run_next(void *context, struct own_migration *migration, struct error *error)
{
	struct migrating *migrating = context;
	struct buffer head = {0}, body;
	struct host_answer answer;
	migrating->migration = migration;
	load_write_ask(&head, "migrate", migrating->config->environment);
	const struct host_ask ask = {.head = buffer_as_slice(&head), .time_limit = LONGEST_MIGRATION};
	const bool done = host_converse(migrating->host, &ask, serve, migrating, &answer, &body);
	const struct slice text = json_string(done ? answer.value : json_member(answer.value, "message"));
	if (done)
		migrating->name = text.len ? arena_copy(migrating->arena, text) : NULL;
	else if (text.len)
		error_set(error, 500, "Error", "%.*s", slice_shown_length(text, 400), text.ptr);
	else
		*error = answer.error;
	json_object_put(answer.value);
	buffer_free(&body);
	buffer_free(&head);
	return done;
}

bool host_migrate(struct host *host, const struct config *config, struct arena *arena, const char **name,
                  struct error *error)
{
	struct migrating migrating = {.host = host, .config = config, .arena = arena};
	const bool done = store_migrate_own(config, run_next, &migrating, error);
	*name = migrating.name;
	return done;
}
