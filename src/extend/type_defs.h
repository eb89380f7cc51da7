/* Inside the room `extend`: definitions in the schema definition language. */
#ifndef LECTERN_EXTEND_TYPE_DEFS_H
#define LECTERN_EXTEND_TYPE_DEFS_H

#include "schema.h"

/* Adds the definitions. False, and noted as the mistake of the extension, when they can't be. */
bool builder_add_text(struct lectern_schema *schema, const char *text);

#endif
