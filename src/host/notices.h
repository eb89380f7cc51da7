/* Inside the room `host`: strapi.eventHub: notices for the project's code, and events that it emits for webhooks. */
#ifndef LECTERN_HOST_NOTICES_H
#define LECTERN_HOST_NOTICES_H

#include "services.h"

extern const struct service notice_services[];
extern const size_t notice_service_count;

#endif
