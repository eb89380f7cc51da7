/* Inside the room `webhooks`: the body of a call. */
#ifndef LECTERN_WEBHOOKS_NOTICE_H
#define LECTERN_WEBHOOKS_NOTICE_H

#include "webhooks.h"

/* The whole body: {"event":…,"createdAt":…, and what the payload has}. `payload` is an object as JSON. */
void notice_write_body(struct buffer *body, struct slice event, int64_t created, struct slice payload);

#endif
