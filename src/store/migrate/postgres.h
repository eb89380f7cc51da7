/* A connection that changes the tables of a PostgreSQL database. */
#ifndef LECTERN_STORE_MIGRATE_POSTGRES_H
#define LECTERN_STORE_MIGRATE_POSTGRES_H

#include "database.h"

/* As migration_open. */
bool migration_open_postgres(struct migration_database *database, const struct config *config, struct arena *arena,
                             struct error *error);

#endif
