/* lectern check: is everything right in a project's files? */
#ifndef LECTERN_COMMAND_CHECK_H
#define LECTERN_COMMAND_CHECK_H

#include "command/options.h"

/* Returns the exit status. */
int command_check(const struct command_options *options);

#endif
