#ifndef LECTERN_MODEL_PLAIN_LETTERS_H
#define LECTERN_MODEL_PLAIN_LETTERS_H

#include "base/base.h"

/* The Latin letter of two bytes in UTF-8 that stands at `at`, in ASCII: "e" for é, "ss" for ß. "" for a mark that
 * belongs to the letter before it. NULL where something else stands. */
const char *plain_letter_at(const char *at);

/* The name with such letters in ASCII, and without apostrophes. Never longer than `name`. */
struct slice plain_letters(struct arena *arena, const char *name);

#endif
