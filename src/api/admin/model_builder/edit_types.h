/* Inside the folder: content-types that the builder makes, changes and deletes, as edit.h. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_EDIT_TYPES_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_EDIT_TYPES_H

#include "models.h"

/* {"contentType": {…}, "components": […]}, checked by check_type_body. *made: the type. */
bool edit_create_type(struct model_edits *models, struct json_object *body, struct model_edit **made,
                      struct error *error);
bool edit_change_type(struct model_edits *models, struct model_edit *type, struct json_object *body,
                      struct error *error);
void edit_delete_type(struct model_edits *models, struct model_edit *type);

#endif
