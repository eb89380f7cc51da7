/* The names of attribute types and relations in model files. */
#ifndef LECTERN_MODEL_ATTRIBUTE_TYPES_H
#define LECTERN_MODEL_ATTRIBUTE_TYPES_H

#include "model.h"

/* False when there is no such type or relation. */
bool attribute_type_of(const char *name, enum attribute_type *type);
bool relation_kind_of(const char *name, enum relation_kind *kind);

/* All of them, for messages: "string, text, …". */
extern const char attribute_type_names[], relation_kind_names[];

bool attribute_type_is_text(enum attribute_type type); /* string, text, richtext, enumeration, email, password, uid */

#endif
