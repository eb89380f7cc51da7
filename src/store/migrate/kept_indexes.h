/* Indexes that `lectern advise --apply` has made. The database lists them in its settings, so that they are made again
 * when Strapi has dropped them, as it does with what its models don't have. */
#ifndef LECTERN_STORE_MIGRATE_KEPT_INDEXES_H
#define LECTERN_STORE_MIGRATE_KEPT_INDEXES_H

#include "plan.h"

/* Reads the list. NULL where there is none. */
struct json_object *kept_indexes_read(struct migration_database *database, struct arena *arena);

/* Adds those that are missing, of tables and columns that are there, to the plan. */
void plan_add_kept_indexes(struct migration_plan *plan, struct migration_database *database);

/* Adds an index of the table to the list, in a transaction of its own. */
bool kept_indexes_add(struct migration_database *database, const struct schema_table *table,
                      const struct schema_index *index, struct arena *arena, struct error *error);

#endif
