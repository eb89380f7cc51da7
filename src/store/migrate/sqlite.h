/* A connection that changes the tables of an SQLite database. */
#ifndef LECTERN_STORE_MIGRATE_SQLITE_H
#define LECTERN_STORE_MIGRATE_SQLITE_H

#include "database.h"

/* As migration_open. */
bool migration_open_sqlite(struct migration_database *database, const struct config *config, bool create,
                           struct arena *arena, struct error *error);

#endif
