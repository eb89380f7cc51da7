#include "own_migrations.h"

#include "database.h"

enum { COLUMN_CELLS = 3 };

static bool read_names(struct migration_database *database, struct arena *arena, struct map *names, struct error *error)
{
	const char **cells;
	size_t count;
	bool there = false;
	if (!database->rows(database, database->columns_query, arena, &cells, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		there = there || strcmp(cells[i * COLUMN_CELLS], "strapi_migrations") == 0;
	if (!there)
		return true;
	if (!database->rows(database, "select name from strapi_migrations", arena, &cells, &count, error))
		return false;
	for (size_t i = 0; i < count; i++)
		if (cells[i])
			map_set(names, slice_of(cells[i]), names);
	return true;
}

bool own_migrations_read(const struct config *config, struct arena *arena, struct map *names, struct error *error)
{
	struct migration_database database;
	map_init(names, arena);
	bool read = migration_open(&database, config, false, arena, error) && database.begin(&database, false, error);
	if (read) {
		struct error ignored;
		read = read_names(&database, arena, names, error);
		database.run(&database, "rollback", &ignored);
	}
	database.close(&database);
	return read;
}

/* ---- running one ---- */

struct own_migration {
	struct migration_database database;
};

bool own_migration_run(struct own_migration *migration, struct slice text, const struct value *values, size_t count,
                       struct arena *arena, struct buffer *json, struct error *error)
{
	struct bind *binds = arena_array(arena, count, sizeof *binds);
	for (size_t i = 0; i < count; i++)
		binds[i] = (struct bind){.kind = BIND_VALUE, .value = values[i]};
	return migration->database.raw(&migration->database, text, binds, count, arena, json, error);
}

static bool step(struct own_migration *migration, const char *sql, struct error *error)
{
	return migration->database.run(&migration->database, sql, error);
}

bool own_migration_begin(struct own_migration *migration, struct error *error)
{
	return step(migration, "savepoint part", error);
}

bool own_migration_keep(struct own_migration *migration, struct error *error)
{
	return step(migration, "release savepoint part", error);
}

bool own_migration_undo(struct own_migration *migration, struct error *error)
{
	return step(migration, "rollback to savepoint part", error) && own_migration_keep(migration, error);
}

bool store_migrate_own(const struct config *config,
                       bool (*run)(void *context, struct own_migration *migration, struct error *error), void *context,
                       struct error *error)
{
	struct own_migration migration;
	struct error ignored;
	struct arena *arena = arena_create();
	bool done = migration_open(&migration.database, config, true, arena, error) &&
	            migration.database.begin(&migration.database, true, error);
	if (done) {
		done = run(context, &migration, error) && step(&migration, "commit", error);
		if (!done)
			step(&migration, "rollback", &ignored);
	}
	migration.database.close(&migration.database);
	arena_destroy(arena);
	return done;
}
