/* Inside the room `media`: which types of files are allowed. */
#ifndef LECTERN_MEDIA_TYPES_H
#define LECTERN_MEDIA_TYPES_H

#include "state.h"

/* 400 when the lists of the configuration don't allow the file: for what the client says it is, for what its extension
 * says, or for what its first bytes are. `extension` without its dot. */
bool types_check(const struct config_uploads *uploads, struct slice said, struct slice extension, int file,
                 struct error *error);

#endif
