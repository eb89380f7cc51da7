/* Inside the room `content`: the hooks that were added. */
#ifndef LECTERN_CONTENT_HOOKS_H
#define LECTERN_CONTENT_HOOKS_H

#include "content.h"

struct hooks;

struct hooks *hooks_create(void);
void hooks_destroy(struct hooks *hooks);

/* True when there are hooks of that moment for the type. */
bool hooks_look_at(const struct content_call *call, enum content_moment moment, const struct content_type *type);

/* Runs the hooks of that moment. */
bool hooks_run(const struct content_call *call, enum content_moment moment, const struct content_type *type,
               int64_t entry_id, struct json_object *data, const struct content_result *result, struct error *error);

#endif
