/* Inside the folder: settings and metadatas of views, as Strapi makes them, and as it brings them up to date. For any
 * thread. */
#ifndef LECTERN_API_ADMIN_CONTENT_VIEW_DEFAULTS_H
#define LECTERN_API_ADMIN_CONTENT_VIEW_DEFAULTS_H

#include "schemas.h"

/* What Strapi keeps for a model that it has not seen before. */
struct json_object *view_default_settings(const struct admin_schemas *schemas, const struct admin_schema *schema);
struct json_object *view_default_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema);

/* The stored parts, without what the model has no longer, with what it has now. They are released; *view's are new. */
struct json_object *view_sync_settings(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                       struct json_object *stored);
struct json_object *view_sync_metadatas(const struct admin_schemas *schemas, const struct admin_schema *schema,
                                        struct json_object *stored);

#endif
