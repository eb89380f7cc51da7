
#include "postgres.h"
#include "sqlite.h"

bool migration_open(struct migration_database *database, const struct config *config, bool create, struct arena *arena,
                    struct error *error)
{
	if (config->client == DATABASE_POSTGRES)
		return migration_open_postgres(database, config, arena, error);
	return migration_open_sqlite(database, config, create, arena, error);
}
