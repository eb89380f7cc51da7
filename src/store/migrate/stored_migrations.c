#include "stored_migrations.h"

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

bool stored_migrations_read(const struct config *config, struct arena *arena, struct map *names, struct error *error)
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
