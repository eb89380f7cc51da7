/* Tables, columns and indexes that models had once and have no more. */
#ifndef LECTERN_STORE_MIGRATE_PRUNE_H
#define LECTERN_STORE_MIGRATE_PRUNE_H

#include "plan.h"

/* Adds the statements that drop them. `model_indexes`: the names of indexes that models have asked for and Strapi's
 * description does not list; those that `lectern advise` has made, too, stay. */
void plan_add_drops(struct migration_plan *plan, struct migration_database *database, const char *const *model_indexes,
                    size_t count);

#endif
