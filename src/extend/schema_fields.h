/* Inside the room `extend`: fields by their names. */
#ifndef LECTERN_EXTEND_SCHEMA_FIELDS_H
#define LECTERN_EXTEND_SCHEMA_FIELDS_H

#include "schema.h"

/* The field that "Type.field" names; NULL when there is none. */
struct graphql_field *builder_find(const struct graphql_schema *schema, const char *name);

#endif
