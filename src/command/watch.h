/* Inside the room `command`: which files of a project change on disk while it is served. For the main thread. */
#ifndef LECTERN_COMMAND_WATCH_H
#define LECTERN_COMMAND_WATCH_H

#include "base/base.h"

struct watch;

/* Watches src/ and config/ with the folders in them, and the files .env and package.json of the project. Folders whose
 * names begin with a dot and node_modules are left out. NULL, with the reason in *error, when the system can't. */
struct watch *watch_open(const char *directory, struct error *error);
void watch_close(struct watch *watch); /* NULL is fine */

/* To be polled for reading. */
int watch_descriptor(const struct watch *watch);

/* Takes what has happened since the last call, without waiting. True when a file was written, moved, or taken away;
 * folders that are new are watched from now on. */
bool watch_take(struct watch *watch);

#endif
