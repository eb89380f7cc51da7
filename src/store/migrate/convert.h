/* Columns whose attributes have another type now. */
#ifndef LECTERN_STORE_MIGRATE_CONVERT_H
#define LECTERN_STORE_MIGRATE_CONVERT_H

#include "plan.h"

/* Adds the changes of these columns to the plan, or a note where values would be lost. */
bool plan_add_conversions(struct migration_plan *plan, struct migration_database *database,
                          const struct migrate_options *options, struct error *error);

#endif
