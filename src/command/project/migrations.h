/* A project's own migrations. */
#ifndef LECTERN_COMMAND_PROJECT_MIGRATIONS_H
#define LECTERN_COMMAND_PROJECT_MIGRATIONS_H

#include "host/host.h"

/* Adds to `findings` each file in database/migrations that Strapi would run when it starts: it is in none of the rows
 * of strapi_migrations. Asks the database, if there are such files at all. What is found lives in `arena`. */
void migrations_look(const struct config *config, const char *directory, struct arena *arena,
                     struct findings *findings);

#endif
