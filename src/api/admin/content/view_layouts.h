/* Inside the folder: the layouts of a view, as Strapi makes them, and as it brings them up to date. For any thread. */
#ifndef LECTERN_API_ADMIN_CONTENT_VIEW_LAYOUTS_H
#define LECTERN_API_ADMIN_CONTENT_VIEW_LAYOUTS_H

#include "schemas.h"

/* What Strapi keeps for a model that it has not seen before; to be released. */
struct json_object *view_default_layouts(const struct admin_schema *schema);

/* The stored layouts, without what the model has no longer, with what it has now; to be released. `metadatas` are the
 * stored ones, which tell what was there before. */
struct json_object *view_sync_layouts(const struct admin_schema *schema, struct json_object *stored,
                                      struct json_object *metadatas);

#endif
