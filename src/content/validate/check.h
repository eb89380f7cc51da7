/* Inside validation: the second half, which checks a value that was cast. */
#ifndef LECTERN_CONTENT_VALIDATE_CHECK_H
#define LECTERN_CONTENT_VALIDATE_CHECK_H

#include "refusals.h"
#include "rules.h"

/* Checks `value` and all that is in it; `original` is the same before it was cast. The refusals are in Strapi's order.
 * False when the database failed (validation->error). */
bool check_input(struct validation *validation, const struct rules *rules, struct input_value value,
                 struct input_value original, struct refusals *refusals);

#endif
