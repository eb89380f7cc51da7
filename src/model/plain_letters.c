/* Letters of Latin alphabets in ASCII, as lodash 4.17 writes them before it looks for words. */
#include "plain_letters.h"

enum { FIRST_LETTER = 0xC0, FIRST_MARK = 0x300, LAST_MARK = 0x36F };

/* From U+00C0 to U+017F. NULL: the signs for times and divided by. */
static const char *const letters[] = {
    "A", "A", "A",  "A",  "A", "A", "Ae", "C",  "E", "E", "E",  "E",  "I", "I", "I",  "I",  "D", "N",  "O",  "O",
    "O", "O", "O",  NULL, "O", "U", "U",  "U",  "U", "Y", "Th", "ss", "a", "a", "a",  "a",  "a", "a",  "ae", "c",
    "e", "e", "e",  "e",  "i", "i", "i",  "i",  "d", "n", "o",  "o",  "o", "o", "o",  NULL, "o", "u",  "u",  "u",
    "u", "y", "th", "y",  "A", "a", "A",  "a",  "A", "a", "C",  "c",  "C", "c", "C",  "c",  "C", "c",  "D",  "d",
    "D", "d", "E",  "e",  "E", "e", "E",  "e",  "E", "e", "E",  "e",  "G", "g", "G",  "g",  "G", "g",  "G",  "g",
    "H", "h", "H",  "h",  "I", "i", "I",  "i",  "I", "i", "I",  "i",  "I", "i", "IJ", "ij", "J", "j",  "K",  "k",
    "k", "L", "l",  "L",  "l", "L", "l",  "L",  "l", "L", "l",  "N",  "n", "N", "n",  "N",  "n", "'n", "N",  "n",
    "O", "o", "O",  "o",  "O", "o", "Oe", "oe", "R", "r", "R",  "r",  "R", "r", "S",  "s",  "S", "s",  "S",  "s",
    "S", "s", "T",  "t",  "T", "t", "T",  "t",  "U", "u", "U",  "u",  "U", "u", "U",  "u",  "U", "u",  "U",  "u",
    "W", "w", "Y",  "y",  "Y", "Z", "z",  "Z",  "z", "Z", "z",  "s",
};

/* The character of two bytes that stands here, or 0. */
static unsigned two_bytes_at(const char *at)
{
	unsigned char first = (unsigned char)at[0], second = first ? (unsigned char)at[1] : 0;
	bool two = first >= 0xC2 && first <= 0xDF && (second & 0xC0) == 0x80;
	return two ? (first & 0x1FU) << 6 | (second & 0x3FU) : 0;
}

const char *plain_letter_at(const char *at)
{
	unsigned code = two_bytes_at(at);
	if (code >= FIRST_MARK && code <= LAST_MARK)
		return "";
	return code >= FIRST_LETTER && code - FIRST_LETTER < COUNT_OF(letters) ? letters[code - FIRST_LETTER] : NULL;
}

struct slice plain_letters(struct arena *arena, const char *name)
{
	char *plain = arena_alloc(arena, strlen(name) + 1);
	size_t len = 0;
	while (*name) {
		const char *letter = plain_letter_at(name);
		name += letter ? 2 : 1;
		/* Apostrophes go after the letters: one of those has one. */
		for (const char *from = letter ? letter : name - 1, *end = letter ? from + strlen(from) : name;
		     from < end; from++)
			if (*from != '\'')
				plain[len++] = *from;
	}
	return (struct slice){plain, len};
}
