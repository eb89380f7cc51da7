/* Inside the room `host`: the callers of the code's own routes of the administration. */
#ifndef LECTERN_HOST_ADMINS_H
#define LECTERN_HOST_ADMINS_H

#include "services.h"

#include "access/access.h"

extern const struct service admin_services[];
extern const size_t admin_service_count;

#endif
