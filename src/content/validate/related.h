/* Inside the validation: the ids that a request relates to, type by type, and how many of them there are. */
#ifndef LECTERN_CONTENT_VALIDATE_RELATED_H
#define LECTERN_CONTENT_VALIDATE_RELATED_H

#include "rules.h"

/* The ids that are sent for one type. */
struct related_ids {
	const struct content_type *type;
	struct map seen;          /* each value once: 15 and "15" are two to Strapi */
	struct json_object *sent; /* the same as they were sent, as a list; lives in the arena */
	int64_t *ids;
	size_t id_count, capacity;
	struct lifecycle lifecycle; /* of looking them up */
	struct store_cursor *found; /* the same; NULL before and after */
	bool lacks_id;              /* an object without an id */
	bool structured;            /* an id that is an object or a list */
	bool beyond_strict;         /* one that a strict database takes for no integer */
	struct related_ids *next;
};

/* Begins to look for the entries, where ids are sent. */
bool related_select(struct validation *validation, struct related_ids *related);

/* Counts the entries that are there; begins to look for them when that is not done. */
bool related_count(struct validation *validation, struct related_ids *related, size_t *count);

/* Whether the ids are none that may be looked for. */
bool related_is_refused(const struct validation *validation, const struct related_ids *related);

#endif
