/* lectern routes: what can be asked for, and which permission it takes. */
#ifndef LECTERN_COMMAND_ROUTES_H
#define LECTERN_COMMAND_ROUTES_H

#include "command/options.h"

int command_routes(const struct command_options *options);

#endif
