/* Inside the SQLite driver: LIKE in linear time.
 *
 * SQLite's own LIKE tries the pattern anew at each character of the text, so a long pattern on a long text takes
 * minutes, and SQLite does not ask its progress handler meanwhile. The functions here give the same results: '%' stands
 * for any characters, '_' for one, ASCII letters match in both cases, a NUL ends pattern and text. */
#ifndef LECTERN_STORE_SQLITE_LIKE_H
#define LECTERN_STORE_SQLITE_LIKE_H

#include <stdbool.h>
#include <stdint.h>

/* Asked now and then while a text is searched: true ends the search. NULL: never. */
typedef bool like_is_late(void *context);

enum like_result { LIKE_NO, LIKE_YES, LIKE_LATE };

struct like_pattern;

/* Reads a pattern, terminated by NUL. A character behind `escape` stands for itself; 0: there is none. NULL when memory
 * runs out. Free it with like_free. */
struct like_pattern *like_compile(const char *text, uint32_t escape);
void like_free(void *context);

/* Whether the whole text, terminated by NUL, matches. Takes time in proportion to the text, but for '_' between other
 * characters behind a '%': then to text and pattern multiplied, at worst. */
enum like_result like_match(const struct like_pattern *pattern, const char *text, like_is_late *ask, void *context);

/* Reads a character as SQLite does, also where the text is no UTF-8. 0 at the end. */
uint32_t like_read_character(const unsigned char **at);

#endif
