/* Inside the room `account`: the permissions of admins' roles, as rows and as objects {action, actionParameters,
 * subject, properties, conditions}. */
#ifndef LECTERN_ACCOUNT_ADMINS_PERMISSIONS_H
#define LECTERN_ACCOUNT_ADMINS_PERMISSIONS_H

#include "defaults.h"
#include "permission_check.h"
#include "permission_fields.h"

/* A permission of `action` for `subject` (NULL: for none). Takes `properties` and `conditions`, either of which may be
 * NULL: none. To be released. */
struct json_object *permission_create(const char *action, const char *subject, struct json_object *properties,
                                      struct json_object *conditions);

/* Those of a role (0: of all roles), each with its id, in the order of ids; to be released. */
bool permissions_read(const struct content_call *content, const struct registry *registry, int64_t role,
                      struct json_object **list, struct error *error);

/* Whether both say the same, ids aside. */
bool permissions_are_equal(struct json_object *first, struct json_object *second);

/* Adds one to a role and gives it its id. */
bool permission_insert(const struct content_call *content, const struct registry *registry, int64_t role,
                       struct json_object *permission, struct error *error);

/* What a role has and `wanted` has not is deleted, what it lacks is added. `kept` (or NULL) gets the role's permissions
 * as they are now, those that stayed first; to be released. *differs: whether anything is to be changed. With `looks`
 * nothing is: `kept` is then not set. Permissions whose action or subject is not known here are left as they are when
 * `spares`. */
struct permission_assignment {
	int64_t role;
	struct json_object *wanted; /* an array */
	bool looks, spares;
};
bool permissions_assign(const struct content_call *content, const struct registry *registry,
                        const struct permission_assignment *assignment, struct json_object **kept, bool *differs,
                        struct error *error);

#endif
