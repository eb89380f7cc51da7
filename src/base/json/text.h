/* Inside of the folder: the strings of JSON texts, read. */
#ifndef LECTERN_BASE_JSON_TEXT_H
#define LECTERN_BASE_JSON_TEXT_H

#include "json.h"

/* The four hexadecimal digits at `at`; false when there are none. */
bool json_read_hex(struct slice text, size_t at, unsigned *value);

/* The character that an escape in a checked string stands for, a surrogate where it stands alone; *at is the position
 * of the backslash and moves behind the escape. */
unsigned json_read_escape(struct slice text, size_t *at);

/* The position of the first backslash at or behind `at`; text.len when there is none. */
size_t json_find_escape(struct slice text, size_t at);

/* Writes what stands between the quotes of a checked string without its escapes, and returns the length. `text` has
 * room for inner.len bytes: no escape is shorter than what it stands for. A surrogate that stands alone is U+FFFD. */
size_t json_unescape(struct slice inner, char *text);

/* Writes a key as json-c is given it: it ends at a NUL, for which the bytes C0 80 stand. */
void json_encode_key(struct buffer *name, struct slice key);

/* A position at or behind `at` before which all bytes stand in a string as they are: ASCII, and whole characters of
 * UTF-8. There stands a control character, '"', '\\', or a character that is looked at by itself; text.len when the
 * text ends. */
size_t json_find_special(struct slice text, size_t at);

/* A character as UTF-8; of a surrogate the three bytes that its number gives. Returns the length. */
size_t json_encode_character(unsigned character, char utf8[4]);

#endif
