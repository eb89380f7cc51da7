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

/* What Strapi keeps for a model that it has not seen before. */
struct json_object *view_default_settings(const struct admin_schemas *schemas, const struct admin_schema *schema);
struct json_object *view_default_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema);
struct json_object *view_default_layouts(const struct admin_schema *schema);

/* The stored parts, without what the model has no longer, with what it has now. They are released; *view's are new. */
struct json_object *view_sync_settings(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                       struct json_object *stored);
struct json_object *view_sync_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                        struct json_object *stored);
struct json_object *view_sync_layouts(const struct admin_schema *schema, struct json_object *stored,
                                      struct json_object *metadatas);

/* Whether a list can have the attribute as a column, be sorted by it, and whether a form can have it. */
bool view_is_listable(const struct admin_schema *schema, const char *name);
bool view_is_sortable(const struct admin_schema *schema, const char *name);
bool view_is_editable(const struct admin_schema *schema, const char *name);

/* Whether lists can be sorted by that, "name" or "chain[name]", by default. */
bool view_is_default_sort(const struct admin_schemas *schemas, const struct admin_schema *schema, struct slice sort);

/* Checks what is sent as a view; what is wrong with it is added to `mistakes`, a list of texts. */
void view_check(const struct admin_schemas *schemas, const struct admin_schema *schema, struct json_object *input,
                struct json_object *mistakes);

#endif
