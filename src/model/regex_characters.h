/* Inside the room `model`: the characters of regular expressions, as they are translated (regex.h). */
#ifndef LECTERN_MODEL_REGEX_CHARACTERS_H
#define LECTERN_MODEL_REGEX_CHARACTERS_H

#include "base/base.h"

enum { REGEX_DEEPEST_GROUPS = 200 };

struct regex_translation {
	struct buffer out;
	const char *at;
	const char *reason; /* why it is no expression; NULL so far */
	unsigned groups;    /* that capture, in the whole text */
	bool has_names;
	bool repeatable; /* what stands before may be repeated */
	char open[REGEX_DEEPEST_GROUPS];
	unsigned depth;
};

/* The character behind a backslash that means one; `at` stands behind the backslash, at a character. A backslash before
 * c that is followed by no letter stands for itself. */
int regex_take_escaped(struct regex_translation *translation, bool in_brackets);

/* A character that stands for itself, of one or several bytes. */
int regex_take_plain(struct regex_translation *translation);

/* Writes one character as it stands in an expression of PCRE2. Half of a surrogate pair is in no text. */
void regex_put_character(struct regex_translation *translation, int character, bool in_brackets);

static inline bool regex_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool regex_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
