/* Inside the room `webhooks`: the headers of a call. */
#ifndef LECTERN_WEBHOOKS_HEADERS_H
#define LECTERN_WEBHOOKS_HEADERS_H

#include "webhooks.h"

enum { HEADERS_MOST = 100, HEADERS_MOST_BYTES = 32 * 1024 };

struct header {
	const char *name, *value;
};

/* All headers but those that HTTP itself needs, in order: the configuration's (NULL: none), the webhook's, which is
 * JSON, and Strapi's. A later one replaces an earlier one of the same name in its place, which keeps how it was first
 * written. False, with *problem, for what can't be sent: too many or too long ones, a name that is no token, a value
 * with control characters. All lives in `arena`. */
bool headers_make(struct arena *arena, struct json_object *defaults, struct slice own, struct slice event,
                  struct header **headers, size_t *count, const char **problem);

#endif
