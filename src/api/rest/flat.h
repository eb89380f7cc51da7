/* Inside the room `api/rest`: the endpoints of plugins that read entries in the flat style. */
#ifndef LECTERN_API_REST_FLAT_H
#define LECTERN_API_REST_FLAT_H

#include "call.h"

bool endpoint_users(struct call *call);
bool endpoint_users_count(struct call *call);
bool endpoint_user(struct call *call);
bool endpoint_me(struct call *call);
bool endpoint_files(struct call *call);
bool endpoint_file(struct call *call);
bool endpoint_locales(struct call *call);

/* 501: an endpoint of Strapi's own plugins that is not built, for those who may call it. */
bool endpoint_not_served(struct call *call);

#endif
