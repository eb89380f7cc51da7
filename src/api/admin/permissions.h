/* Inside the room `api/admin`: permissions of admins. */
#ifndef LECTERN_API_ADMIN_PERMISSIONS_H
#define LECTERN_API_ADMIN_PERMISSIONS_H

#include "call.h"

/* Writes them as a list, in JSON. */
void admin_write_permissions(struct buffer *body, const struct admin_permission *permissions, size_t count);

#endif
