/* What a use of the object `strapi` may reach. */
#ifndef LECTERN_HOST_REACH_USE_H
#define LECTERN_HOST_REACH_USE_H

#include "code_tokens.h"

/* A set of enum reach. `at`: the name behind "strapi.". `changes`: the file changes members of objects, so perhaps
 * those of models that it looks at. */
unsigned reach_of_use(const struct code_tokens *tokens, size_t at, bool changes);

#endif
