/* Inside validation: the first half, which casts a value by its rules. */
#ifndef LECTERN_CONTENT_VALIDATE_CAST_H
#define LECTERN_CONTENT_VALIDATE_CAST_H

#include "rules.h"

/* The value as Strapi casts it, as a new reference (to be put): `input` itself, or what takes its place. A missing one
 * gets its default. `depth`: how many values it is in. */
struct input_value cast_input(const struct validation *validation, const struct rules *rules, struct input_value input,
                              unsigned depth);

#endif
