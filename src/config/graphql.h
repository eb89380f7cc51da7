/* Inside the room `config`: the settings of GraphQL. */
#ifndef LECTERN_CONFIG_GRAPHQL_H
#define LECTERN_CONFIG_GRAPHQL_H

#include "config.h"
#include "setting.h"

/* Fills in the defaults. */
void graphql_defaults(struct config_graphql *graphql);

/* Reads graphql.… of plugins.json. */
void graphql_read(struct settings *settings, const struct config_file *plugins, struct config_graphql *graphql);

/* Whether a function at that path of plugins.json stands around requests, and the project's code calls it. */
bool graphql_is_called(const char *path);

#endif
