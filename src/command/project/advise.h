/* lectern advise: names the indexes that slow statements would gain by, and makes them. */
#ifndef LECTERN_COMMAND_ADVISE_H
#define LECTERN_COMMAND_ADVISE_H

#include "command/options.h"

/* Returns the exit status. */
int command_advise(const struct command_options *options);

#endif
