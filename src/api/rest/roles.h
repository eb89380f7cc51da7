/* Inside the room `api/rest`: reading roles, and what can be granted. */
#ifndef LECTERN_API_REST_ROLES_H
#define LECTERN_API_REST_ROLES_H

#include "call.h"

bool endpoint_roles(struct call *call);
bool endpoint_role(struct call *call);
bool endpoint_permissions(struct call *call);

#endif
