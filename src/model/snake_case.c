#include "model.h"
#include "plain_letters.h"

#include <ctype.h>

/* The words of a name as lodash finds them: "HTMLBody2x" has HTML, Body, 2, x. Letters beyond ASCII that have no
 * form in it count as small ones; names with such letters are refused elsewhere. */
enum letter_class { LETTER_UPPER, LETTER_LOWER, LETTER_DIGIT, LETTER_NONE };

static enum letter_class class_at(struct slice name, size_t at)
{
	unsigned char byte = at < name.len ? (unsigned char)name.ptr[at] : 0;
	if (byte >= 'A' && byte <= 'Z')
		return LETTER_UPPER;
	if ((byte >= 'a' && byte <= 'z') || byte >= 0x80)
		return LETTER_LOWER;
	return byte >= '0' && byte <= '9' ? LETTER_DIGIT : LETTER_NONE;
}

static size_t end_of_run(struct slice name, size_t at, enum letter_class letters)
{
	while (class_at(name, at) == letters)
		at++;
	return at;
}

/* "1st", "22ND" and "10th" are one word each: the two letters behind the digits belong to them, unless more letters
 * of the same case or digits follow. */
static size_t end_of_ordinal(struct slice name, size_t digits_end)
{
	static const char *const suffixes[] = {"th", "st", "nd", "rd"};
	size_t last = (size_t)(name.ptr[digits_end - 1] - '0');
	const char *suffix = suffixes[last < COUNT_OF(suffixes) ? last : 0];
	enum letter_class letters = class_at(name, digits_end);
	if (name.len - digits_end < 2 || class_at(name, digits_end + 1) != letters)
		return digits_end;
	if (tolower((unsigned char)name.ptr[digits_end]) != suffix[0] ||
	    tolower((unsigned char)name.ptr[digits_end + 1]) != suffix[1])
		return digits_end;
	enum letter_class next = class_at(name, digits_end + 2);
	return next == letters || next == LETTER_DIGIT ? digits_end : digits_end + 2;
}

static size_t end_of_word(struct slice name, size_t start)
{
	enum letter_class letters = class_at(name, start);
	size_t end = end_of_run(name, start, letters);
	if (letters == LETTER_DIGIT)
		return end_of_ordinal(name, end);
	if (letters != LETTER_UPPER || class_at(name, end) != LETTER_LOWER)
		return end;
	if (end - start > 1)
		return end - 1; /* the last capital begins the next word */
	return end_of_run(name, end, LETTER_LOWER);
}

static const char *join_words(struct arena *arena, struct slice name, char separator)
{
	char *joined = arena_alloc(arena, name.len * 2 + 1);
	size_t len = 0;
	for (size_t at = 0; at < name.len;) {
		if (class_at(name, at) == LETTER_NONE) {
			at++;
			continue;
		}
		if (len)
			joined[len++] = separator;
		for (size_t end = end_of_word(name, at); at < end; at++)
			joined[len++] =
			    (char)(name.ptr[at] & 0x80 ? name.ptr[at] : tolower((unsigned char)name.ptr[at]));
	}
	joined[len] = 0;
	return joined;
}

const char *model_snake_case(struct arena *arena, const char *name)
{
	return join_words(arena, plain_letters(arena, name), '_');
}

const char *model_kebab_case(struct arena *arena, const char *name)
{
	return join_words(arena, plain_letters(arena, name), '-');
}

bool model_is_kebab_case(const char *name)
{
	if (*name < 'a' || *name > 'z')
		return false;
	for (const char *at = name; *at; at++) {
		bool letter = (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9');
		if (!letter && (*at != '-' || at[1] == '-' || !at[1]))
			return false;
	}
	return true;
}
