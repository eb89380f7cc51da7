/* Inside the folder: what is left out of the description of a model that is there already. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_DROP_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_DROP_H

#include "../admin.h"

/* Defaults that are empty texts. NULL is fine for the model. */
void drop_empty_defaults(struct json_object *model);

/* The same in those of a body's components that are there already. */
void drop_nested_defaults(struct json_object *body);

/* The targets of uids that the model has not. */
void drop_lost_targets(struct json_object *model);

#endif
