/* Inside the folder `graphql`: what Strapi does to a schema once code has added to it. */
#ifndef LECTERN_HOST_GRAPHQL_ARRANGE_H
#define LECTERN_HOST_GRAPHQL_ARRANGE_H

#include "field.h"

/* What stands in definitions comes first: [[TYPE, [FIELD, …]], …], as the description has it in "order". */
void arrange_order(struct graphql_schema *schema, struct json_object *order);

/* Fields of Query and Mutation that give entries of a localized type, or a response around some, take a locale. */
bool arrange_locales(struct api_graphql_schema *schema, struct error *error);

#endif
