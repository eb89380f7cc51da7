/* Inside the folder: what the builder makes of models, as Strapi makes it. Nothing is written here. Errors are those
 * that Strapi answers {"error": "component.notFound"} with: 400, their message alone counts. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_EDIT_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_EDIT_H

#include "models.h"

/* {"component": {…}, "components": […]}, checked by check_component_body. */
bool edit_create_component(struct model_edits *models, struct json_object *body, struct model_edit **made,
                           struct error *error);
bool edit_change_component(struct model_edits *models, struct model_edit *component, struct json_object *body,
                           struct error *error);
void edit_delete_component(struct model_edits *models, struct model_edit *component);

/* The components that a body brings along: `components` of it. `own` is the uid of the type that it is about, for
 * relations to "__contentType__". */
bool edit_nested(struct model_edits *models, struct json_object *body, const char *own, struct error *error);

/* In all attributes of the body: uids of components in the place of the temporary ones. False when a component does not
 * exist. */
bool edit_name_components(struct model_edits *models, struct json_object *body, const char *member,
                          struct error *error);

/* Gives the model the attributes of a description as files have them. False when a relation leads nowhere. */
bool edit_set_attributes(const struct model_edits *models, struct model_edit *model, struct json_object *attributes,
                         struct error *error);

/* The attributes of a description without those that the model has and that can't be configured. Lives in the arena. */
struct json_object *edit_changeable(const struct model_edits *models, const struct model_edit *model,
                                    struct json_object *attributes);

/* As names of files and parts of uids: "Price Tag" is "price-tag". */
const char *edit_slug(struct arena *arena, struct slice text);

#endif
