/* Inside the room `media`: the names of files, those that are shown and those on disk. */
#ifndef LECTERN_MEDIA_NAMES_H
#define LECTERN_MEDIA_NAMES_H

#include "base/base.h"

/* Whether a file may be called so: not empty, at most 255 UTF-16 units, no control characters, none of <>:"/\|?*, no
 * reserved name of Windows, not "." or "..". */
bool name_is_valid(struct slice name);

/* The name in the normal form NFC, in `arena`; as it is where it is no UTF-8. */
struct slice name_normalize(struct arena *arena, struct slice name);

/* The extension with its dot, as Node's path.extname: "" for ".env", "." for "a.". A part of `name`. */
struct slice name_extension(struct slice name);

/* The last part of a path without `extension` at its end, as Node's path.basename. A part of `name`. */
struct slice name_base(struct slice name, struct slice extension);

/* How a file is called on disk, without extension: the letters and digits of `base` in ASCII, joined by _, then _ and
 * ten hexadecimal digits by chance. In `arena`. */
const char *name_make_hash(struct arena *arena, struct slice base);

/* Only what stands before the chance. For tests. */
const char *name_slug(struct arena *arena, struct slice base);

#endif
