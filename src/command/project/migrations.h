/* A project's own migrations. */
#ifndef LECTERN_COMMAND_PROJECT_MIGRATIONS_H
#define LECTERN_COMMAND_PROJECT_MIGRATIONS_H

#include "project.h"

/* Adds to the project's findings each file in database/migrations that Strapi would run when it starts: it is in none
 * of the rows of strapi_migrations. Asks the database, if there are such files at all, and starts the process that runs
 * them, unless `code` is false. What is found lives in `arena`. */
void migrations_look(struct project *project, const char *directory, bool code, struct arena *arena);

/* Runs those that were found, if any, in their order. False when one fails: those before it have been run. */
bool migrations_run(struct project *project, struct arena *arena, struct error *error);

#endif
