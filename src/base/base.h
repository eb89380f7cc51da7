/* The door of the room `base`: memory, text, JSON writing, times, log and the error value. Knows nothing of content.
 *
 * Threads: a function without a word about them may be called on any thread, and what it is given (an arena, a buffer,
 * a map, a budget) by one thread at a time. */
#ifndef LECTERN_BASE_BASE_H
#define LECTERN_BASE_BASE_H

#include "arena.h"
#include "background.h"
#include "base64url.h"
#include "budget.h"
#include "buffer.h"
#include "clock.h"
#include "compress.h"
#include "datetime.h"
#include "error.h"
#include "findings.h"
#include "id_set.h"
#include "library.h"
#include "log.h"
#include "map.h"
#include "media_types.h"
#include "memory.h"
#include "slice.h"
#include "suggest.h"
#include "json/json.h"

/* The number of items of an array (not of a pointer). */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#endif
