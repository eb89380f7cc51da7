/* Inside the room `content`: what the service keeps from call to call. */
#ifndef LECTERN_CONTENT_SERVICE_H
#define LECTERN_CONTENT_SERVICE_H

#include "hooks.h"

#include <stdatomic.h>

/* As they were when the service was opened; they live as long as it does. */
const struct registry *service_registry(const struct content *content);
/* The listener of lifecycles, and for each type, by its index, the moments that it listens to. */
struct service_listener {
	content_lifecycle_listener *listen; /* or NULL */
	void *context;
	_Atomic uint32_t *moments; /* bits */
};
struct service_listener *service_listener(struct content *content);

/* A subscriber to notices, and those that it has chosen. */
struct service_subscriber {
	content_notice_function *notify; /* or NULL */
	void *context;
	_Atomic uint32_t notices; /* bits */
};
struct service_subscriber *service_subscriber(struct content *content, enum content_subscriber subscriber);

/* Who signs urls of files, or NULL. */
typedef const struct content_signer *_Atomic service_signer;
service_signer *service_signer_of(struct content *content);

struct hooks *service_hooks(const struct content *content);

#endif
