/* The mistakes that only show in all types together. */
#ifndef LECTERN_MODEL_CHECK_H
#define LECTERN_MODEL_CHECK_H

#include "draft.h"

/* Mistakes that only show in all types together: table, column and API names used twice, components that require
 * themselves. */
void drafts_check(const struct drafts *drafts, struct mistakes *mistakes);

#endif
