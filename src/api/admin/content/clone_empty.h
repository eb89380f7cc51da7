/* Inside the folder: what of a copy may not be set. */
#ifndef LECTERN_API_ADMIN_CONTENT_CLONE_EMPTY_H
#define LECTERN_API_ADMIN_CONTENT_CLONE_EMPTY_H

#include "changes.h"

/* Makes empty in `data`, the copy, what `fields` do not have and would have a default, and what they do not have in a
 * component. A dynamic zone that they do not have is null, which is refused, as in Strapi 4.26.2. `source` is the entry
 * that is copied, as content_entry_json wrote it. */
void clone_empty(struct entry_change *change, const struct ability_fields *fields, struct json_object *data,
                 struct json_object *source);

/* Takes components that are null out of what was sent where something in them may not be set: Strapi puts the nulls of
 * these fields in their place, and both over what the source has. */
void clone_take_out_nulls(struct entry_change *change, const struct ability_fields *fields, struct json_object *body);

#endif
