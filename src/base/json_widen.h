/* Integers of JSON that json-c can't hold: it would give the nearest of 64 bits, without a word. */
#ifndef LECTERN_BASE_JSON_WIDEN_H
#define LECTERN_BASE_JSON_WIDEN_H

#include "arena.h"
#include "slice.h"

/* JSON text to be parsed with json-c, with ".0" behind each integer outside of what int64_t holds, so that it is read
 * as the double it is in JavaScript. The text itself when it has none, else a copy in the arena. Text that is no JSON
 * stays none. */
struct slice json_widen_integers(struct arena *arena, struct slice text);

#endif
