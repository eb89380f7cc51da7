/* Inside the folder: plurals of English words, by which Strapi names the tables of components. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_PLURAL_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_PLURAL_H

#include "base/base.h"

/* "Price Tag" as "Price Tags", "Story" as "Stories", "Media" as it is. Lives in the arena. */
const char *plural_of(struct arena *arena, const char *word);

#endif
