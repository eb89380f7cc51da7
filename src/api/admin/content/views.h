/* Inside the folder: how the panel shows a type or a component, its view, as Strapi keeps it in its settings. */
#ifndef LECTERN_API_ADMIN_CONTENT_VIEWS_H
#define LECTERN_API_ADMIN_CONTENT_VIEWS_H

#include "api/admin/call.h"
#include "schemas.h"

/* Reads the view, brought up to date with the model as Strapi does it when it starts: {uid, category (of a component),
 * settings, metadatas, layouts, …}. To be released. */
bool views_read(struct admin_call *call, const struct admin_schema *schema, struct json_object **view);

/* The field by which the panel names what a relation leads to: "name". It lives in the view. */
struct slice views_main_field(struct json_object *view, const char *relation);

#endif
