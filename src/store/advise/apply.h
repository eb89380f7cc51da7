/* Inside the room `store`: making an index that is advised. */
#ifndef LECTERN_STORE_ADVISE_APPLY_H
#define LECTERN_STORE_ADVISE_APPLY_H

#include "candidates.h"

/* Makes the index in the database, and notes it there, so that `migrate` makes it again when it is gone. */
bool candidate_apply(const struct index_candidate *candidate, struct migration_database *database, struct arena *arena,
                     struct error *error);

#endif
