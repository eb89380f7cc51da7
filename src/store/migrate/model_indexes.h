/* Indexes that models ask for and Strapi's description does not list (`"index": true`, `indexes` in a model's options).
 * The database has the names of those that were made in its settings, so that they can be told from the indexes of
 * others when no model asks for them any more. */
#ifndef LECTERN_STORE_MIGRATE_MODEL_INDEXES_H
#define LECTERN_STORE_MIGRATE_MODEL_INDEXES_H

#include "plan.h"

/* The names, as text in the plan's arena; none where nothing is noted. */
const char **model_indexes_read(struct migration_plan *plan, struct migration_database *database, size_t *count);

/* Whether a table's model asks for an index of this name that is not listed. */
bool model_indexes_wants(const struct migration_plan *plan, const char *name);

/* Adds the statements that note the names, where they are not as those `noted`: of what models ask for, and, unless
 * `drops`, of what they asked for once and is still there. */
void plan_note_model_indexes(struct migration_plan *plan, const char *const *noted, size_t count, bool drops);

#endif
