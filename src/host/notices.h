/* Inside the room `host`: what code hears on strapi.eventHub of changes, and what it emits there for webhooks. */
#ifndef LECTERN_HOST_NOTICES_H
#define LECTERN_HOST_NOTICES_H

#include "services.h"

extern const struct service notice_services[];
extern const size_t notice_service_count;

#endif
