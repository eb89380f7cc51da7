/* A copy of an SQLite database beside it. */
#ifndef LECTERN_STORE_MIGRATE_COPY_H
#define LECTERN_STORE_MIGRATE_COPY_H

#include "database.h"

/* What keep_copy does on SQLite. */
bool migration_copy_sqlite(const char *path, struct arena *arena, const char **copy, struct error *error);

#endif
