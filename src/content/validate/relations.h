/* Inside validation: whether the entries exist that a request relates to. */
#ifndef LECTERN_CONTENT_VALIDATE_RELATIONS_H
#define LECTERN_CONTENT_VALIDATE_RELATIONS_H

#include "rules.h"

/* Whether all entries that `data` (of `type`) relates to exist. *message is what is wrong, or NULL; it lives in the
 * call's arena. False when the database failed. */
bool relations_check(struct validation *validation, const struct content_type *type, struct json_object *data,
                     const char **message);

/* What Strapi lets pass, or fails to answer properly: the forms of relations that relation_read_input refuses, and ids
 * of no entries in the form {"id":…}. To be called when all else is well. False with *error filled in. */
bool relations_check_forms(struct validation *validation, const struct content_type *type, struct json_object *data);

#endif
