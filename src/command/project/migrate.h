/* lectern migrate: gives a project's database what its models need. */
#ifndef LECTERN_COMMAND_MIGRATE_H
#define LECTERN_COMMAND_MIGRATE_H

#include "command/options.h"

/* Returns the exit status. */
int command_migrate(const struct command_options *options);

#endif
