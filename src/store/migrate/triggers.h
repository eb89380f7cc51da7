/* Inside the room `store`: triggers that tell, on PostgreSQL, which tables a committed transaction has changed.
 *
 * Each statement that changes a table sends NOTIFY on MIGRATE_CHANNEL with "schema.table". The server delivers it to
 * all who listen when the transaction is committed. Strapi neither sees the triggers nor drops them. */
#ifndef LECTERN_STORE_MIGRATE_TRIGGERS_H
#define LECTERN_STORE_MIGRATE_TRIGGERS_H

#include "plan.h"

#define MIGRATE_CHANNEL "lectern_changes"
#define MIGRATE_TRIGGER "lectern_changes"

/* Adds the triggers that tables lack. Without the right to make them the database is as good as before, and no answer
 * from it is remembered. */
bool plan_add_triggers(struct migration_plan *plan, struct migration_database *database, struct error *error);

#endif
