/* Where the links of relations are kept. */
#ifndef LECTERN_MODEL_RELATIONS_H
#define LECTERN_MODEL_RELATIONS_H

#include "draft.h"

/* Where the links of all other relations are kept, once their targets are known. */
void drafts_link_relations(struct drafts *drafts, struct mistakes *mistakes);

#endif
