/* Tables of links as earlier versions of Strapi made them. */
#ifndef LECTERN_STORE_MIGRATE_REBUILD_H
#define LECTERN_STORE_MIGRATE_REBUILD_H

#include "plan.h"

/* True when the table lacks its id, or has orders that are whole numbers, and SQLite can't change that. */
bool plan_must_rebuild(const struct migration_plan *plan, const struct schema_table *table);

/* Makes the table anew with all its rows and whatever else someone put there. The statements need foreign keys to be
 * off: else dropping a table takes rows of other tables along. */
bool plan_add_rebuild(struct migration_plan *plan, struct migration_database *database,
                      const struct schema_table *table, struct error *error);

/* The same for orders on PostgreSQL, where the columns are changed. */
void plan_change_old_orders(struct migration_plan *plan, const struct schema_table *table);

#endif
