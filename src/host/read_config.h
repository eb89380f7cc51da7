/* A project's configuration in code. */
#ifndef LECTERN_HOST_READ_CONFIG_H
#define LECTERN_HOST_READ_CONFIG_H

#include "process/process.h"

/* Has the process evaluate the configuration. *files is an object as in struct config_code, in `arena`; NULL when that
 * can't be done at all, for the reason in *error. Files that throw, or take too long, are mistakes in `findings`. */
bool host_read_config(struct host *host, struct arena *arena, const char *environment, struct json_object **files,
                      struct findings *findings, struct error *error);

#endif
