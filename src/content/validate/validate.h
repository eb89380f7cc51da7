/* Inside the room `content`: whether what was sent may be stored. */
#ifndef LECTERN_CONTENT_VALIDATE_H
#define LECTERN_CONTENT_VALIDATE_H

#include "content/content.h"

#include <json-c/json.h>

enum write_action { WRITE_CREATE, WRITE_UPDATE };

/* Checks `data` (an object: the fields of an entry of `type`) against the model, and that all entries it relates to
 * exist. Values are cast as Strapi casts them and, on creation, missing ones get their defaults: `data` is
 * changed in place. A draft may lack what is required and fall short of minimal lengths. `by_code`: relations are read
 * as Strapi reads them of the project's code (relation_of_code). `entry_id` is the entry that is updated (0 on
 * creation), which may keep its own unique values. Fails with one ValidationError (400) that collects all mistakes in
 * its details, as Strapi words them:
 * {"errors":[{"path":["name"],"message":"name must be defined.","name":"ValidationError"}, …]}; the details live in the
 * call's arena. */
bool validate_entry(const struct content_call *call, const struct content_type *type, enum write_action action,
                    bool draft, bool by_code, int64_t entry_id, struct json_object *data, struct error *error);

#endif
