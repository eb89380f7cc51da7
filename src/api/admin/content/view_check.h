/* Inside the folder: views as they are sent. */
#ifndef LECTERN_API_ADMIN_CONTENT_VIEW_CHECK_H
#define LECTERN_API_ADMIN_CONTENT_VIEW_CHECK_H

#include "schemas.h"

/* Checks what is sent as a view; what is wrong with it is added to `mistakes`, a list of texts. */
void view_check(const struct admin_schemas *schemas, const struct admin_schema *schema, struct json_object *input,
                struct json_object *mistakes);

#endif
