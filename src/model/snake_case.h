/* Names in other spellings; model_snake_case is in model.h. */
#ifndef LECTERN_MODEL_SNAKE_CASE_H
#define LECTERN_MODEL_SNAKE_CASE_H

#include "base/base.h"

/* The same words as of model_snake_case with "-" between them. Lives in `arena`. */
const char *model_kebab_case(struct arena *arena, const char *name);

#endif
