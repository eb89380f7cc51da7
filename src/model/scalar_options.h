/* The options of scalar attributes: bounds, lengths, enumerations, patterns, defaults. */
#ifndef LECTERN_MODEL_SCALAR_OPTIONS_H
#define LECTERN_MODEL_SCALAR_OPTIONS_H

#include "draft.h"

/* Reads those that the attribute's type has; its type is set. `in_component`: the attribute is a component's. */
void scalar_options_read(const struct place *place, bool in_component, struct attribute *attribute);

#endif
