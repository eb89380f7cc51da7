/* Inside the folder: bodies of the content-type builder, checked as Strapi checks them. What Strapi answers with an
 * empty error has a reason here. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_H

#include "problems.h"

/* {"contentType": {…}, "components": […]}. `edits`: the type is there already. Defaults that are empty texts, and
 * targets of uids that are gone, are taken out of the body then. */
void check_type_body(struct problems *problems, const struct registry *registry, struct json_object *body, bool edits);

/* {"component": {…}, "components": […]} */
void check_component_body(struct problems *problems, const struct registry *registry, struct json_object *body,
                          bool edits);

/* {"name": "…"}, of a category */
void check_category_body(struct problems *problems, struct json_object *body);

extern const char *const reserved_models[];
extern const size_t reserved_model_count;

#endif
