/* The table behind names.c, made at build time by web/file-tables: letters of any script, sorted, and how they are
 * written in ASCII. */
#ifndef LECTERN_MEDIA_LETTERS_TABLE_H
#define LECTERN_MEDIA_LETTERS_TABLE_H

#include <stddef.h>

struct letter {
	unsigned code;
	const char *written;
};

extern const struct letter letters[];
extern const size_t letter_count;

#endif
