/* Reading the file of a type. */
#ifndef LECTERN_MODEL_READ_TYPE_H
#define LECTERN_MODEL_READ_TYPE_H

#include "draft.h"

/* The type in a file's JSON. Mistakes are reported; what is left of the type is returned all the same, so that those
 * in other files that mention it are found in the same run. NULL when there is no list of attributes at all. */
struct draft *draft_read(struct mistakes *mistakes, const struct origin *origin, struct json_object *json);

/* "$.attributes.<name>", or "$.attributes.<name>.<key>" when key is not NULL. */
const char *draft_path(struct mistakes *mistakes, const struct attribute *attribute, const char *key);

/* Makes the attribute of that name private; the type may have none. */
void draft_make_private(struct content_type *type, const char *name);

#endif
