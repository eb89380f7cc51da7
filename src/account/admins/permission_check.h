/* Inside the room `account`: permissions of admins as clients send them. */
#ifndef LECTERN_ACCOUNT_ADMINS_PERMISSION_CHECK_H
#define LECTERN_ACCOUNT_ADMINS_PERMISSION_CHECK_H

#include "admin_row.h"

/* A list of permissions as a client sends it, {permissions: […]}, checked and with all members; to be released. */
bool permissions_check(struct arena *arena, const struct registry *registry, struct json_object *json,
                       struct json_object **list, struct error *error);

#endif
