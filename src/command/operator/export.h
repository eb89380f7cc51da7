/* lectern export: all content of a project as JSON lines on standard output. */
#ifndef LECTERN_COMMAND_EXPORT_H
#define LECTERN_COMMAND_EXPORT_H

#include "command/options.h"

/* Returns the exit status. */
int command_export(const struct command_options *options);

/* lectern import: the same from standard input into a project. */
int command_import(const struct command_options *options);

#endif
