/* The description of all tables that Strapi keeps in its database. */
#ifndef LECTERN_STORE_MIGRATE_LISTED_H
#define LECTERN_STORE_MIGRATE_LISTED_H

#include "plan.h"

/* Reads it into plan->listed: an empty one for a new database. */
bool listed_read(struct migration_plan *plan, struct migration_database *database, struct error *error);
void listed_add_table(struct migration_plan *plan, const struct schema_table *table);
void listed_add_column(struct migration_plan *plan, const struct schema_table *table,
                       const struct schema_column *column);
void listed_add_index(struct migration_plan *plan, const struct schema_table *table, const struct schema_index *index);
void listed_add_key(struct migration_plan *plan, const struct schema_table *table, const struct schema_key *key);
struct json_object *listed_table(const struct migration_plan *plan, const char *name); /* or NULL */

/* Takes the item of that name out of an array of them. */
void listed_remove(struct migration_plan *plan, struct json_object *array, const char *name);

/* Adds the statements that write it back, when it has changed. */
void listed_write(struct migration_plan *plan);

#endif
