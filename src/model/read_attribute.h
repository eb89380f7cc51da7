/* Reading one attribute of a type. */
#ifndef LECTERN_MODEL_READ_ATTRIBUTE_H
#define LECTERN_MODEL_READ_ATTRIBUTE_H

#include "draft.h"

/* Whether Strapi starts with the attribute and keeps nothing of it, as it has no column for its type. Then a note says
 * so, and what it asks of values is read into `attribute`. */
bool draft_read_unstored(const struct place *place, struct attribute *attribute);

/* Reads one attribute of `type`; `attribute->name` is set. False when not even its type is known. */
bool draft_read_attribute(const struct place *place, const struct content_type *type, struct attribute *attribute,
                          struct mention *mention);

#endif
