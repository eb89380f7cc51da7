/* Inside the room `transfer`: the members of an archive, written. */
#ifndef LECTERN_TRANSFER_MEMBER_WRITE_H
#define LECTERN_TRANSFER_MEMBER_WRITE_H

#include "libarchive.h"

struct member_writer {
	struct archive *archive; /* open for writing */
	struct error *error;
};

/* Sets the error to what went wrong, with the reason of the archive or of errno. Returns false. */
bool member_write_fail(const struct member_writer *writer, const char *what);

/* The file that is open there, from its beginning. Of one that becomes shorter meanwhile the rest is zeros, of one that
 * grows the beginning is taken. */
bool member_write_file(const struct member_writer *writer, const char *name, int file);

bool member_write_text(const struct member_writer *writer, const char *name, struct slice text);

#endif
