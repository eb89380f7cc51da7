/* Inside the folder: types and components as the content manager describes them. */
#ifndef LECTERN_API_ADMIN_CONTENT_SCHEMAS_H
#define LECTERN_API_ADMIN_CONTENT_SCHEMAS_H

#include "model/model.h"

#include <json-c/json.h>

struct admin_schema {
	struct slice uid;
	const struct content_type *type; /* NULL: a type of Strapi's that lectern has no entries of */
	bool component;
	struct json_object *json;       /* {uid, isDisplayed, apiID, kind or category, info, …, attributes} */
	struct json_object *attributes; /* of json */
	struct json_object *config;     /* config of the model: its first view; or NULL */
	const bool *hidden;             /* by the index of the attribute: the panel never shows it; NULL: none is */
};

/* All of them. Nothing changes once they are made: any thread may read them. */
struct admin_schemas {
	struct arena *arena;
	const struct admin_schema *types, *components; /* in the order in which Strapi lists them */
	size_t type_count, component_count;
	struct map by_uid;      /* struct admin_schema *, types and components */
	struct slice init_text; /* what GET /content-manager/init answers */
};

struct admin_schemas *schemas_create(const struct registry *registry);
void schemas_destroy(struct admin_schemas *schemas); /* NULL is fine */

/* NULL when there is none. */
const struct admin_schema *schemas_find(const struct admin_schemas *schemas, struct slice uid);

/* Whether the panel never shows the attribute, to no admin. */
bool schemas_hide(const struct admin_schemas *schemas, const struct content_type *type,
                  const struct attribute *attribute);

/* The columns of a form that a field of the type takes; *resizable: it may take another number. */
int schemas_field_size(const char *attribute_type, bool *resizable);

#endif
