/* Inside the room `transfer`: what the reader and the writer of archives share. */
#ifndef LECTERN_TRANSFER_MEMBER_H
#define LECTERN_TRANSFER_MEMBER_H

#include "base/base.h"

/* The lines of content in an archive, its first member; and what the names of files begin with. */
#define MEMBER_LINES "content.jsonl"
#define MEMBER_FILES "uploads/"

/* Whether a file of an archive, or of the folder of uploads, may be called so: one name, which is not hidden. */
bool member_is_file_name(const char *name);

#endif
