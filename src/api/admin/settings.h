/* Inside the room `api/admin`: settings that Strapi keeps in its database. */
#ifndef LECTERN_API_ADMIN_SETTINGS_H
#define LECTERN_API_ADMIN_SETTINGS_H

#include "call.h"

#include <json-c/json.h>

/* Keeps the value under the key of the settings table; on a thread that may wait. */
bool admin_set_setting(struct admin_call *call, const char *key, struct json_object *value);

#endif
