/* Inside the room `api/graphql`: what the parsers of scalars share. */
#ifndef LECTERN_API_GRAPHQL_SCALARS_H
#define LECTERN_API_GRAPHQL_SCALARS_H

#include "build.h"

struct json_object;

/* What was sent, as a message of Strapi shows it. */
const char *api_graphql_scalar_show_value(struct arena *arena, const struct graphql_value *value);

/* What stands in a literal, as a message of Strapi shows it. */
const char *api_graphql_scalar_show_literal(struct arena *arena, const struct graphql_node *literal);

/* Makes a text the value. True. */
bool api_graphql_scalar_set_text(struct graphql_value *value, struct slice text);

/* Fills *reason with `format`, which has one %.*s, for the text. False. */
bool api_graphql_scalar_refuse(struct arena *arena, const char **reason, const char *format, struct slice text);

/* What stands among the variables for a file: the name of its part. No client can send one. */
struct json_object *api_graphql_scalars_upload(struct slice part);

void api_graphql_build_scalars(struct builder *builder);
void api_graphql_build_dynamic_zone_input(struct builder *builder, const char *name, const struct attribute *attribute);
void api_graphql_build_locale_scalar(struct builder *builder);

#endif
