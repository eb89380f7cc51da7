/* Inside the folder: a request about a relation of an entry or a component. For the thread that runs the call. */
#ifndef LECTERN_API_ADMIN_CONTENT_RELATION_CALL_H
#define LECTERN_API_ADMIN_CONTENT_RELATION_CALL_H

#include "api/admin/call.h"

struct relation_call {
	struct admin_call *call;
	struct content_call content;
	const struct content_type *type; /* or component */
	const struct attribute *attribute;
	const struct attribute *main_field; /* of the target; its id when there is none that may be read */
	struct ability target;              /* reading of the target */
};

/* Finds the relation that the path names; 400 and 403 as Strapi has them. */
bool relation_call_begin(struct admin_call *call, struct relation_call *relation);

/* Refuses when there is no such entry that has the relation, or the caller may not read its field. */
bool relation_call_admits(struct relation_call *relation, int64_t id);

/* Has the query read the id, the main field and publishedAt of targets. */
void relation_call_choose(struct relation_call *relation, struct query *query);

/* Checks the parameters page and pageSize, and for candidates the lists idsToOmit and idsToInclude. */
bool relation_call_check_query(struct admin_call *call, const struct param *params, bool candidates);

/* A condition on the id of targets. */
struct condition *relation_call_ids(struct relation_call *relation, enum query_operator comparison, const int64_t *ids,
                                    size_t count);

#endif
