/* Part of the door of the room `store`: migrations of the project's own, which change the database before its tables
 * are made: which of them it has seen, and the transaction in which one runs. */
#ifndef LECTERN_STORE_OWN_MIGRATIONS_H
#define LECTERN_STORE_OWN_MIGRATIONS_H

#include "config/config.h"
#include "query/query.h"

/* The names of the files in database/migrations that Strapi or lectern has run on the database that `config` names, as
 * keys of *names, in `arena`. None of a database that is not there. False when it can't be read. */
bool own_migrations_read(const struct config *config, struct arena *arena, struct map *names, struct error *error);

struct own_migration;

/* Runs `run` in a transaction of its own, which is committed when it succeeds and undone when it fails. No other
 * migration of the database runs at the same time, in whichever process. An SQLite file that does not exist is made.
 * Statements may take as long as they need. */
bool store_migrate_own(const struct config *config,
                       bool (*run)(void *context, struct own_migration *migration, struct error *error), void *context,
                       struct error *error);

/* As store_run_raw. On PostgreSQL a text without values may have several statements. */
bool own_migration_run(struct own_migration *migration, struct slice text, const struct value *values, size_t count,
                       struct arena *arena, struct buffer *json, struct error *error);

/* A part of the transaction that is kept or undone by itself. Parts may be nested, each is ended before the one around
 * it. */
bool own_migration_begin(struct own_migration *migration, struct error *error);
bool own_migration_keep(struct own_migration *migration, struct error *error);
bool own_migration_undo(struct own_migration *migration, struct error *error);

#endif
