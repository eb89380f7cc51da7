/* Inside the room `model`: JavaScript's regular expressions in the syntax of PCRE2.
 *
 * `new RegExp(text)` without the flag u takes much that PCRE2 refuses or reads otherwise: [\w-.] has a hyphen in it, \e
 * is the letter e, } stands for itself (ECMAScript 2023, annex B.1.2). */
#ifndef LECTERN_MODEL_REGEX_H
#define LECTERN_MODEL_REGEX_H

#include "base/base.h"

/* The same expression for pcre2_compile with PCRE2_UTF and PCRE2_MATCH_UNSET_BACKREF, in the arena. NULL when `text` is
 * none in JavaScript either; *reason says why then. Does not say that PCRE2 compiles it: repetitions may be too large
 * for it, or an assertion behind may be too long. */
const char *regex_translate(struct arena *arena, const char *text, const char **reason);

#endif
