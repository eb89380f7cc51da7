/* Inside the folder: what a change answers with. */
#ifndef LECTERN_HOST_ENTITIES_READ_BACK_H
#define LECTERN_HOST_ENTITIES_READ_BACK_H

#include "method.h"

struct query;

struct read_back {
	struct query *query;
	struct json_object *params; /* select and populate; lives as long as the call */
	/* Or NULL. Strapi's query engine finds a mistake in `select` and `populate` when it reads the changed entry:
	 * then the change is made, and stays, and this is its error. `query` has all fields then. */
	const struct error *late;
};

/* Of params of the query engine only select and populate count. */
bool read_back_prepare(const struct method_call *call, struct json_object *params, struct read_back *back);

#endif
