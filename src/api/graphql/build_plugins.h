/* Inside the room `api/graphql`: uploads, users, roles and locales in the schema. */
#ifndef LECTERN_API_GRAPHQL_BUILD_PLUGINS_H
#define LECTERN_API_GRAPHQL_BUILD_PLUGINS_H

#include "build.h"

/* Uploads, users, roles and locales. */
void api_graphql_build_plugin_types(struct builder *builder);
void api_graphql_build_plugin_operations(struct builder *builder);

#endif
