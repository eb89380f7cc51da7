/* Inside the room `extend`: trying an extension where a crash does no harm. */
#ifndef LECTERN_EXTEND_PROBE_H
#define LECTERN_EXTEND_PROBE_H

#include "registered.h"

/* load.c: loads an extension into this process and has it register. False with the reason in app->error.message. */
bool load_extension(struct lectern_app *app);

/* The same in a process of its own, with all that is done with what was registered. */
bool probe_extension(struct lectern_app *app);

/* load.c: which files of the folder are loaded, and in which order; for scandir. */
struct dirent;
int extension_is_shared_object(const struct dirent *entry);
int extension_by_name(const struct dirent **a, const struct dirent **b);
bool extension_is_disabled(const struct config *config, const char *file_name);

#endif
