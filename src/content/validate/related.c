#include "related.h"

bool related_select(struct validation *validation, struct related_ids *related)
{
	static const struct attribute *no_fields[1];
	struct query *query = query_create(validation->call->arena, related->type);
	if (!related->id_count)
		return true;
	query->fields = no_fields;
	struct store_select select = {.query = query, .parents = related->ids, .parent_count = related->id_count};
	if (store_select(validation->call->session, &select, &related->found, validation->error))
		return true;
	related->found = NULL;
	return false;
}

bool related_count(struct validation *validation, struct related_ids *related, size_t *count)
{
	bool row = true, done = true;
	*count = 0;
	if (!related->found && !related_select(validation, related))
		return false;
	if (!related->found)
		return true;
	while (row && (done = store_next(related->found, &row, validation->error)))
		*count += row;
	store_close_cursor(related->found);
	related->found = NULL;
	return done;
}

bool related_is_refused(const struct validation *validation, const struct related_ids *related)
{
	return related->structured || (store_has_strict_ids(validation->call->session) && related->beyond_strict);
}
