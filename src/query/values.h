/* The values of parameters, cast as Strapi casts them. */
#ifndef LECTERN_QUERY_VALUES_H
#define LECTERN_QUERY_VALUES_H

#include "reader.h"

/* The value of a text for an attribute as Strapi casts it. */
bool value_cast(struct reader *reader, const struct attribute *attribute, struct slice text, struct value *value);

/* Booleans of parameters: true, t, 1 and false, f, 0; any other text counts as true unless it is empty. */
bool value_is_true(const struct param *param);
bool value_known_boolean(struct slice text, bool *value);

#endif
