/* Inside the room `account`: storing what a role is and may do, each in a session that writes (account_write). */
#ifndef LECTERN_ACCOUNT_ROLE_WRITE_H
#define LECTERN_ACCOUNT_ROLE_WRITE_H

#include "account/account_state.h"
#include "permission_input.h"

struct role_write {
	struct account_call *call;
	int64_t id;
	struct json_object *data;            /* the role's own fields */
	struct permission_input permissions; /* all that it may do */
};

/* `context` is a struct role_write. create fills in its id; update and delete fail with 404 when there is no such role.
 */
bool role_create(void *context, struct store_session *session, struct error *error);
bool role_update(void *context, struct store_session *session, struct error *error);
bool role_delete(void *context, struct store_session *session, struct error *error);

#endif
