/* Inside the room `api/rest`: the endpoints of plugins that read entries in the flat style. */
#ifndef LECTERN_API_REST_FLAT_H
#define LECTERN_API_REST_FLAT_H

#include "call.h"

bool endpoint_users(struct rest_call *call);
bool endpoint_users_count(struct rest_call *call);
bool endpoint_user(struct rest_call *call);
bool endpoint_me(struct rest_call *call);
bool endpoint_files(struct rest_call *call);
bool endpoint_file(struct rest_call *call);
bool endpoint_locales(struct rest_call *call);

#endif
