/* The list of middlewares, which only code can have with options. */
#ifndef LECTERN_CONFIG_MIDDLEWARES_H
#define LECTERN_CONFIG_MIDDLEWARES_H

#include "config.h"
#include "setting.h"

/* Reads config/middlewares where it was evaluated. */
void middlewares_read(struct settings *settings, struct config *config);

#endif
