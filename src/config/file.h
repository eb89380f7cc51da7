/* Part of the door of the room `config`: reading small text files. */
#ifndef LECTERN_CONFIG_FILE_H
#define LECTERN_CONFIG_FILE_H

#include "base/base.h"

/* The whole file `path`, at most 1 MiB, in `arena`. False with the reason in errno; EFBIG when it is larger. */
bool config_read_file(struct arena *arena, const char *path, struct slice *text);

#endif
