/* lectern serve: opens a project and its database and answers requests until it is told to stop. */
#ifndef LECTERN_COMMAND_SERVE_H
#define LECTERN_COMMAND_SERVE_H

#include "options.h"

/* Returns the exit status: 0 after SIGTERM or SIGINT. */
int command_serve(const struct command_options *options);

#endif
