/* Inside the folder: what is wrong with a body, as Strapi tells it: all of it at once. */
#ifndef LECTERN_API_ADMIN_CONTENT_BODY_ERRORS_H
#define LECTERN_API_ADMIN_CONTENT_BODY_ERRORS_H

#include "api/admin/call.h"

struct body_errors {
	struct admin_call *call;
	struct json_object *list;
	const char *message; /* of the only one */
};

struct body_errors body_errors_begin(struct admin_call *call);

/* `path`: the member that is wrong. The message lives as long as the request. */
void body_errors_add(struct body_errors *errors, const char *path, const char *message);

/* True when nothing was wrong; else 400 with everything. */
bool body_errors_end(const struct body_errors *errors);

/* Refuses for one reason. */
bool body_refuse(struct admin_call *call, const char *path, const char *message);

#endif
