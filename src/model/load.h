/* All types of a project while they are read. */
#ifndef LECTERN_MODEL_LOAD_H
#define LECTERN_MODEL_LOAD_H

#include "draft.h"

/* Adds the draft; reports a second one with the same uid. */
void drafts_add(struct drafts *drafts, struct mistakes *mistakes, struct draft *draft);
struct draft *drafts_find(const struct drafts *drafts, const char *uid);

#endif
