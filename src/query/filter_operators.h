/* Inside the room `query`: the operators of filters. */
#ifndef LECTERN_QUERY_FILTER_OPERATORS_H
#define LECTERN_QUERY_FILTER_OPERATORS_H

#include "query.h"

struct filter_operator {
	const char *name;
	enum query_operator comparison;
	bool cast; /* the value is cast to the attribute's type; else it is compared as text */
};

/* The operator that compares, of that name ("$eq"), or NULL. */
const struct filter_operator *filter_operator_find(struct slice key);

/* "$and", "$or" */
bool filter_is_group(struct slice key);

/* "$eq" */
const char *filter_operator_name(enum query_operator operation);

#endif
