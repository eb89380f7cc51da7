/* lectern schema: the GraphQL schema of a project. */
#ifndef LECTERN_COMMAND_SCHEMA_H
#define LECTERN_COMMAND_SCHEMA_H

#include "command/options.h"

/* Prints the schema in the schema definition language. Returns the exit status. */
int command_schema(const struct command_options *options);

#endif
