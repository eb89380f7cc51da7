/* Inside the room `account`: permissions of admins that name what types have no more. On the thread that holds the
 * session of `content`. */
#ifndef LECTERN_ACCOUNT_ADMINS_PERMISSIONS_CLEAN_H
#define LECTERN_ACCOUNT_ADMINS_PERMISSIONS_CLEAN_H

#include "admin_row.h"

struct permission_cleaning {
	const struct content_call *content;
	const struct registry *registry;
	bool looks;   /* nothing is changed: only whether anything is to be */
	bool differs; /* set when anything was, or is to be, changed */
};

/* Takes out of the permissions of all roles the fields that their types have no more, adds those that they must have,
 * and deletes permissions that allow nothing. Those of actions and types that are not known here stay. */
bool permissions_clean(struct permission_cleaning *cleaning, struct error *error);

#endif
