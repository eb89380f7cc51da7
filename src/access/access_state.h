/* What struct access holds. */
#ifndef LECTERN_ACCESS_ACCESS_STATE_H
#define LECTERN_ACCESS_ACCESS_STATE_H

#include "jwt.h"
#include "known_admins.h"
#include "lookup.h"
#include "usage.h"

#include <assert.h>
#include <stdlib.h>

struct access {
	struct arena *arena;
	const struct registry *registry;
	struct slice jwt_secret, api_token_salt; /* empty: no such token is valid */
	struct jwt_form jwt_form;                /* of tokens that are issued */
	struct slice admin_secret;               /* empty: no admin can sign in */
	int64_t admin_lifetime;                  /* of an admin's JWT, in seconds */
	const struct slice *find_actions;        /* of grants_find_actions */
	const struct map *actions;               /* those that can be granted; NULL: any */
	struct remembered **remembered;          /* one a thread */
	struct known_admins **admins;            /* one a thread */
	size_t thread_count;
	struct usage usage;
	bool explains; /* refusals, in the log: in development */
};

#endif
