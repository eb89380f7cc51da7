/* Finding the types and attributes that attributes name. */
#ifndef LECTERN_MODEL_RESOLVE_H
#define LECTERN_MODEL_RESOLVE_H

#include "draft.h"

/* Finds what the mentions name, and the names of link tables and columns. */
void drafts_resolve(struct drafts *drafts, struct mistakes *mistakes);

#endif
