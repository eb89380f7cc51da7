/* What a project's code reads and changes entries with: the methods of strapi.db.query and strapi.entityService, as
 * services (host/services.h). The first argument is the uid of a type, the others are those of the method. What a
 * method throws has Strapi's class for its name, "Error" where it has none of its own. */
#ifndef LECTERN_HOST_ENTITIES_H
#define LECTERN_HOST_ENTITIES_H

#include "host/services.h"

extern const struct service entity_services[];
extern const size_t entity_service_count;

#endif
