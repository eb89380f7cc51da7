/* Inside the folder: the other side of relations. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_RELATIONS_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_RELATIONS_H

#include "models.h"

/* Gives the attribute `name` of `type`, as the builder has it, its other side in the type that it leads to. False where
 * there is none. */
bool relation_set(struct model_edits *models, const struct model_edit *type, const char *name,
                  struct json_object *attribute, struct error *error);

/* Takes the other side away, of an attribute as files have it. */
void relation_unset(struct model_edits *models, struct json_object *attribute);

/* The relations of the attributes that a type is to have, against those that it has. */
bool relations_change(struct model_edits *models, struct model_edit *type, struct json_object *attributes,
                      struct error *error);

#endif
