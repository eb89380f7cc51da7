/* Hooks that code has for what happens to entries: lifecycles.js, strapi.db.lifecycles.subscribe. */
#ifndef LECTERN_HOST_LISTEN_H
#define LECTERN_HOST_LISTEN_H

#include "services.h"

struct survey;

/* Has the process run the hooks of the types that the survey names, until it has told itself which it has
 * (lifecycles.listen). Changes of these types wait until it has loaded the project. Before the first request. */
void host_listen(struct host *host, struct services *services, struct arena *arena, const struct survey *survey,
                 struct store *store, struct content *content);

extern const struct service listen_services[];
extern const size_t listen_service_count;

#endif
