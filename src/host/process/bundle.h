/* What the Node process runs: web/runtime, bundled when lectern is built. */
#ifndef LECTERN_HOST_PROCESS_BUNDLE_H
#define LECTERN_HOST_PROCESS_BUNDLE_H

#include <stddef.h>

extern const unsigned char bundle_bytes[];
extern const size_t bundle_length;

#endif
