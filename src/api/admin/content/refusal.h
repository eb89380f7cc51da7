/* Inside the folder: what is wrong with a body, as Strapi tells it: all of it at once. */
#ifndef LECTERN_API_ADMIN_CONTENT_REFUSAL_H
#define LECTERN_API_ADMIN_CONTENT_REFUSAL_H

#include "api/admin/call.h"

struct refusal {
	struct admin_call *call;
	struct json_object *errors;
	const char *message; /* of the only one */
};

struct refusal refusal_begin(struct admin_call *call);

/* `path`: the member that is wrong. The message lives as long as the request. */
void refusal_add(struct refusal *refusal, const char *path, const char *message);

/* True when nothing was wrong; else 400 with everything. */
bool refusal_end(const struct refusal *refusal);

/* Refuses for one reason. */
bool refusal_of(struct admin_call *call, const char *path, const char *message);

#endif
