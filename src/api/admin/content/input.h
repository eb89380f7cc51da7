/* Inside the folder: what is sent of an entry, without what may not be set. */
#ifndef LECTERN_API_ADMIN_CONTENT_INPUT_H
#define LECTERN_API_ADMIN_CONTENT_INPUT_H

#include "api/admin/call.h"

/* Takes out of the fields of an entry what the admin may not set: silently, as Strapi does it. True for a relation or a
 * file goes, too: nothing is changed by it. */
void input_cut(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
               struct json_object *data);

/* Sets createdBy and updatedBy. */
void input_sign(struct admin_call *call, const struct content_type *type, struct json_object *data, bool creation);

#endif
