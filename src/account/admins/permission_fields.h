/* Inside the room `account`: the paths of fields that permissions of admins name. For any thread. */
#ifndef LECTERN_ACCOUNT_ADMINS_PERMISSION_FIELDS_H
#define LECTERN_ACCOUNT_ADMINS_PERMISSION_FIELDS_H

#include "admin_row.h"

/* The fields that a permission for the type lists: their paths, components by what is in them. With `required` those
 * only that must be there, and those in components that `existing` (or NULL) names already. An array, to be released.
 */
struct json_object *permission_fields(const struct content_type *type, bool required, struct json_object *existing);

/* All paths that a permission may name, components by themselves, too. An array, to be released. */
struct json_object *permission_possible_fields(const struct content_type *type);

#endif
