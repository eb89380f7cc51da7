/* Inside the room `extend`: trying an extension where a crash does no harm. */
#ifndef LECTERN_EXTEND_PROBE_H
#define LECTERN_EXTEND_PROBE_H

#include "registered.h"

/* As load_extension, in a process of its own, with all that is done with what was registered. */
bool probe_extension(struct lectern_app *app);

#endif
