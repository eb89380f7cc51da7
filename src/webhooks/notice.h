/* Inside the room `webhooks`: the body of a call. */
#ifndef LECTERN_WEBHOOKS_NOTICE_H
#define LECTERN_WEBHOOKS_NOTICE_H

#include "webhooks.h"

/* A body without event and createdAt: {"model":…,"uid":…,"entry":…}, or {"media":…}. `entry` is cleaned; the text lives
 * in `arena`. */
struct slice notice_payload(struct arena *arena, const struct registry *registry, enum content_notice notice,
                            const struct content_type *type, struct json_object *entry);

/* The whole body: {"event":…,"createdAt":…, and what the payload has}. `payload` is an object as JSON. */
void notice_write_body(struct buffer *body, struct slice event, int64_t created, struct slice payload);

#endif
