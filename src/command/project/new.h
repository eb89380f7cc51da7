/* lectern new: a small working project from nothing. */
#ifndef LECTERN_COMMAND_NEW_H
#define LECTERN_COMMAND_NEW_H

#include "command/options.h"

/* Returns the exit status. */
int command_new(const struct command_options *options);

/* The files of a new project, beside .env. */
struct new_file {
	const char *path; /* in the project's folder */
	const char *text;
};
extern const struct new_file new_files[];
extern const size_t new_file_count;

/* Those of --javascript. One of them stands in place of config/server.json. */
extern const struct new_file new_javascript[];
extern const size_t new_javascript_count;

#endif
