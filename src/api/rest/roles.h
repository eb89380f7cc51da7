/* Inside the room `api/rest`: reading roles, and what can be granted. */
#ifndef LECTERN_API_REST_ROLES_H
#define LECTERN_API_REST_ROLES_H

#include "call.h"

bool endpoint_roles(struct rest_call *call);
bool endpoint_role(struct rest_call *call);
bool endpoint_permissions(struct rest_call *call);

#endif
