/* Inside the room `extend`: loading shared objects. */
#ifndef LECTERN_EXTEND_LOAD_H
#define LECTERN_EXTEND_LOAD_H

#include "registered.h"

struct dirent;

/* Loads an extension into this process and has it register. False with the reason in app->error.message. */
bool load_extension(struct lectern_app *app);

/* Which files of the folder are loaded, and in which order; for scandir. */
int extension_is_shared_object(const struct dirent *entry);
int extension_by_name(const struct dirent **a, const struct dirent **b);
/* Whether the configuration says that the file is not to be loaded. */
bool extension_is_disabled(const struct config *config, const char *file_name);

#endif
