/* Inside the room `store`: what an index gains, on a copy. */
#ifndef LECTERN_STORE_ADVISE_TRIAL_H
#define LECTERN_STORE_ADVISE_TRIAL_H

#include "candidates.h"

/* Measures the candidate on the copy that `database` is open on, and leaves its index there when it helps. *helps:
 * whether it does. */
bool candidate_try(struct index_candidate *candidate, struct migration_database *database, struct arena *arena,
                   bool *helps, struct error *error);

#endif
