/* Inside the folder: texts as parts of addresses. */
#ifndef LECTERN_API_ADMIN_CONTENT_SLUG_H
#define LECTERN_API_ADMIN_CONTENT_SLUG_H

#include "base/base.h"

/* "Crème Brûlée & Co" as "creme-brulee-and-co", in the arena. Letters of
 * other scripts are spelt as Strapi spells them; what has no spelling is left out. */
struct slice slug_of(struct arena *arena, struct slice source);

#endif
