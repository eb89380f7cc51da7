/* Inside the folder: models as Strapi has them when its project is loaded. */
#ifndef LECTERN_TRANSFER_STRAPI_SCHEMA_H
#define LECTERN_TRANSFER_STRAPI_SCHEMA_H

#include "transfer/strapi/strapi.h"

/* Writes the model that Strapi's archives have, as one object. */
void strapi_write_schema(struct buffer *line, struct arena *arena, const struct listed_model *listed);

#endif
