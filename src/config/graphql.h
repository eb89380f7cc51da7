/* Inside the room `config`: the settings of GraphQL. */
#ifndef LECTERN_CONFIG_GRAPHQL_H
#define LECTERN_CONFIG_GRAPHQL_H

#include "config.h"
#include "setting.h"

/* Fills in the defaults. */
void graphql_defaults(struct config_graphql *graphql);

/* Reads graphql.… of plugins.json. */
void graphql_read(struct settings *settings, const struct config_file *plugins, struct config_graphql *graphql);

#endif
