/* The rows of a new database. */
#ifndef LECTERN_STORE_MIGRATE_SEED_H
#define LECTERN_STORE_MIGRATE_SEED_H

#include "plan.h"

/* The rows of a new database, where their tables are made by the plan. */
void plan_add_seeds(struct migration_plan *plan, const struct migrate_seed *seed);

#endif
