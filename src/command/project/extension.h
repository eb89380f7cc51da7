/* lectern extension: a new one, and building them. */
#ifndef LECTERN_COMMAND_EXTENSION_H
#define LECTERN_COMMAND_EXTENSION_H

#include "base/base.h"

/* Reads what is behind its name; the exit code. */
int command_extension(int count, char **arguments);

/* What is put into the executable when it is built: include/lectern.h. */
extern const unsigned char extension_header[];
extern const size_t extension_header_length;

/* extension_template.c: what a new one consists of; NAME is to be replaced by its name. */
extern const char extension_source[], extension_makefile[];

#endif
