/* Inside the room `content`: what the service keeps from call to call. */
#ifndef LECTERN_CONTENT_SERVICE_H
#define LECTERN_CONTENT_SERVICE_H

#include "hooks.h"

#include <stdatomic.h>

/* As they were when the service was opened; they live as long as it does. */
const struct registry *service_registry(const struct content *content);
/* Who hears lifecycles, and of each type by its index which. */
struct service_listener {
	content_lifecycle_listener *listen; /* or NULL */
	void *context;
	_Atomic uint32_t *moments; /* bits */
};
struct service_listener *service_listener(struct content *content);

/* One who is told of changes, and of which. */
struct service_teller {
	content_teller *tell; /* or NULL */
	void *context;
	_Atomic uint32_t notices; /* bits */
};
struct service_teller *service_teller(struct content *content, enum content_told told);

struct hooks *service_hooks(const struct content *content);

#endif
