/* Inside the folder: what the form of a copy has, over what the source has. */
#ifndef LECTERN_API_ADMIN_CONTENT_CLONE_OVERLAY_H
#define LECTERN_API_ADMIN_CONTENT_CLONE_OVERLAY_H

#include "changes.h"

/* Puts the fields of `body` into `data`, the copy. `copied` is the source as it would be sent for a new entry, `source`
 * the same as content_entry_json wrote it, with the ids of components; `body` is changed.
 *
 * A JSON value and blocks are merged into those of the source as lodash's merge does, for which Strapi 4.26.2 uses it
 * (clone of its entity service). Of a component, and of an item of a list that has the id of one of the source, what
 * was not sent stays as the source has it; what is sent for a relation changes what the source has. */
void clone_overlay(const struct content_type *type, struct json_object *data, struct json_object *body,
                   struct json_object *copied, struct json_object *source);

#endif
