/* Media types ("image/png") and the extensions of file names ("png"), as the package mime-types knows them, which
 * Strapi and Koa go by. */
#ifndef LECTERN_BASE_MEDIA_TYPES_H
#define LECTERN_BASE_MEDIA_TYPES_H

#include "slice.h"

/* The type of an extension without its dot, in any case: "JPG" gives "image/jpeg". NULL for one that is not known. With
 * a charset it is as Content-Type has it: "text/plain; charset=utf-8". Both texts are static. */
const char *media_type_of(struct slice extension);
const char *media_type_with_charset(struct slice extension);

/* The usual extension of a type, parameters aside: "image/jpeg; x=1" gives "jpeg". NULL for a type that is not known,
 * or has none. */
const char *media_type_extension(struct slice type);

/* What follows the last dot of the last part of a path; empty when there is no dot, or only one at the beginning of the
 * part: ".env" has no extension. */
struct slice media_extension_of_path(struct slice path);

#endif
