/* Part of the door of the room `store`: which of a project's own migrations a database has seen. */
#ifndef LECTERN_STORE_STORED_MIGRATIONS_H
#define LECTERN_STORE_STORED_MIGRATIONS_H

#include "config/config.h"

/* The names of the files in database/migrations that Strapi has run on the database that `config` names, as keys of
 * *names, in `arena`. None of a database that is not there. False when it can't be read. */
bool stored_migrations_read(const struct config *config, struct arena *arena, struct map *names, struct error *error);

#endif
