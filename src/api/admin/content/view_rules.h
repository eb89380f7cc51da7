/* Inside the folder: what can be done with an attribute in lists and forms. For any thread. */
#ifndef LECTERN_API_ADMIN_CONTENT_VIEW_RULES_H
#define LECTERN_API_ADMIN_CONTENT_VIEW_RULES_H

#include "schemas.h"

/* Whether a list can have the attribute as a column, be sorted by it, and whether a form can have it. */
bool view_is_listable(const struct admin_schema *schema, const char *name);
bool view_is_sortable(const struct admin_schema *schema, const char *name);
bool view_is_editable(const struct admin_schema *schema, const char *name);

/* Whether lists can be sorted by that, "name" or "chain[name]", by default. */
bool view_is_default_sort(const struct admin_schemas *schemas, const struct admin_schema *schema, struct slice sort);

/* Whether a stored part of a view has nothing in it, or is none. */
bool view_is_empty(struct json_object *part);

#endif
