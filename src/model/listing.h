/* Part of the door of the room `model`: all models in the order in which Strapi lists them. */
#ifndef LECTERN_MODEL_LISTING_H
#define LECTERN_MODEL_LISTING_H

#include "base/base.h"

struct content_type;
struct registry;
struct listed_model {
	const char *uid, *name;          /* name: "restaurant" of api::restaurant.restaurant */
	const char *plugin;              /* "upload", "admin"; NULL: the project's own */
	const struct content_type *type; /* NULL: a type of Strapi's that lectern has no entries of */
	const char *json;                /* then: its model */
};

/* Content-types: those of the administration come first, then those of Strapi's plugins, of others, and of the project.
 * Or components. The list lives in `arena`, what it names as long as the registry. */
const struct listed_model *model_list(struct arena *arena, const struct registry *registry, bool components,
                                      size_t *count);

struct json_object;

/* The model as its file has it. The caller puts it. */
struct json_object *model_listed_json(const struct listed_model *listed);

#endif
