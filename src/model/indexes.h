/* Reading what a model says of indexes: `index` of an attribute, `indexes`, as Strapi's models have it, and
 * `options.indexes`, which is lectern's own. */
#ifndef LECTERN_MODEL_INDEXES_H
#define LECTERN_MODEL_INDEXES_H

#include "draft.h"

/* Reads `indexes` and `options.indexes` of the model at `top`. */
void indexes_read(const struct place *top, struct draft *draft);

/* Finds the columns that the indexes of all types name, when all types are known, and gives names to those that have
 * none. */
void indexes_resolve(const struct drafts *drafts, struct mistakes *mistakes);

#endif
