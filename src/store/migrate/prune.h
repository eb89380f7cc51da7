/* Tables, columns and indexes that models had once and have no more. */
#ifndef LECTERN_STORE_MIGRATE_PRUNE_H
#define LECTERN_STORE_MIGRATE_PRUNE_H

#include "plan.h"

/* Adds the statements that drop them. */
void plan_add_drops(struct migration_plan *plan);

#endif
