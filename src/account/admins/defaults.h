/* Inside the room `account`: the permissions that roles of admins have to begin with. */
#ifndef LECTERN_ACCOUNT_ADMINS_DEFAULTS_H
#define LECTERN_ACCOUNT_ADMINS_DEFAULTS_H

#include "admin_row.h"

/* The wanted permissions of the super admin, with the project's languages in them. An array, to be released. */
bool permissions_of_super_admin(const struct content_call *content, const struct registry *registry,
                                struct json_object **wanted, struct error *error);

#endif
