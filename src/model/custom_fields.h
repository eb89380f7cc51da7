/* Attributes of the type customField: which base type a plugin's custom field is stored as. */
#ifndef LECTERN_MODEL_CUSTOM_FIELDS_H
#define LECTERN_MODEL_CUSTOM_FIELDS_H

#include "member.h"

/* Reads customField and sets the attribute's type. False, with the mistake reported, when it can't be told. `type`:
 * whose attribute it is, with uid and table; the attribute has its name. */
bool custom_field_read(const struct place *place, const struct content_type *type, struct attribute *attribute);

#endif
