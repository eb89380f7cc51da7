/* Inside the room `extend`: trying an extension where a crash does no harm. */
#ifndef LECTERN_EXTEND_PROBE_H
#define LECTERN_EXTEND_PROBE_H

#include "registered.h"

/* load.c: loads an extension into this process and has it register. False with the reason in app->error.message. */
bool load_extension(struct lectern_app *app);

/* The same in a process of its own, with all that is done with what was registered. */
bool probe_extension(struct lectern_app *app);

#endif
