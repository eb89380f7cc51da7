/* Inside the folder: what a list of entries is asked for, without what the admin may not know. */
#ifndef LECTERN_API_ADMIN_CONTENT_LIST_REQUEST_H
#define LECTERN_API_ADMIN_CONTENT_LIST_REQUEST_H

#include "api/admin/call.h"

struct list_request {
	const struct param *params;  /* of the request */
	const struct param *filters; /* those that count, or NULL */
	struct query_root root;      /* filters, sort, _q, the page and the locale; root.query->type has them */
};

/* Reads the parameters of a list of entries of `type`. As in Strapi, filters and sorts by fields that may not be seen
 * do not count. `fields` are those that may be seen. 400 for what can't be read. */
bool list_request_read(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
                       struct list_request *request);

/* The text of a parameter; empty when there is none. */
struct slice list_request_text(const struct list_request *request, const char *name);

/* Whether the filters ask for who made the entries. */
bool list_request_names_creator(const struct list_request *request);

/* The ids in a parameter, a list or one; texts that are none are left out, as in Strapi, and what is no text is 400. */
bool list_request_ids(struct admin_call *call, const struct param *params, const char *name, int64_t **ids,
                      size_t *count);

#endif
