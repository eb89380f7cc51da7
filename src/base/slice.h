/* Text that is not ours: a pointer and a length in bytes, never terminated. */
#ifndef LECTERN_BASE_SLICE_H
#define LECTERN_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct slice {
	const char *ptr; /* not terminated; NULL only when len is 0 */
	size_t len;      /* in bytes */
};

/* A slice of a string literal, its length known at compile time. */
#define SLICE(literal) ((struct slice){"" literal, sizeof(literal) - 1})

static inline struct slice slice_of(const char *text)
{
	return text ? (struct slice){text, strlen(text)} : (struct slice){NULL, 0};
}

static inline bool slice_equals(struct slice a, struct slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool slice_is(struct slice a, const char *text)
{
	return slice_equals(a, slice_of(text));
}

static inline bool slice_starts_with(struct slice a, struct slice prefix)
{
	return a.len >= prefix.len && (prefix.len == 0 || memcmp(a.ptr, prefix.ptr, prefix.len) == 0);
}

/* Equal without regard to the case of ASCII letters. */
bool slice_equals_ignoring_case(struct slice a, struct slice b);

/* a without the white space (space, tab, CR, LF, FF, VT) at both ends. */
struct slice slice_trim(struct slice a);

/* Position of the first `byte` in a, or a.len when there is none. */
size_t slice_find(struct slice a, char byte);

/* The part of *rest before the first `separator`; *rest moves behind it. Returns false when *rest was used up
 * (rest->ptr is NULL). "a,,b" gives "a", "", "b". */
bool slice_split(struct slice *rest, char separator, struct slice *part);

/* A decimal integer with an optional sign and nothing else. False when a is none or does not fit. */
bool slice_to_int64(struct slice a, int64_t *value);

/* The length of the well-formed UTF-8 character that a begins with, in bytes; 0 when there is none. a is not empty. */
size_t slice_character(struct slice a);

/* True when a is well-formed UTF-8 (no overlong forms, no surrogates, at most U+10FFFF). */
bool slice_is_utf8(struct slice a);

/* How many bytes of a to show ("%.*s") where at most `most` are: it does not cut a UTF-8 character in two. */
int slice_shown_length(struct slice a, size_t most);

#endif
