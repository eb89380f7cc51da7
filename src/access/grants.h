/* A set of granted actions, such as a role's, ready to be asked. */
#ifndef LECTERN_ACCESS_GRANTS_H
#define LECTERN_ACCESS_GRANTS_H

#include "model/model.h"

struct grants {
	struct map actions;       /* "api::restaurant.restaurant.find" -> anything */
	const bool *may_find;     /* by content_type.index: whether "<uid>.find" is among the actions */
	unsigned char digest[32]; /* SHA-256 of the actions in order: the same for the same set */
};

/* "<uid>.find" of each of the registry's types by content_type.index, in `arena`. */
const struct slice *grants_find_actions(struct arena *arena, const struct registry *registry);

/* An empty set in `arena`; fill it with grants_add, then close it with grants_finish. */
struct grants *grants_create(struct arena *arena);

/* Adds a copy of `action`. */
void grants_add(struct grants *grants, struct slice action);

void grants_finish(struct grants *grants, const struct slice *find_actions, size_t type_count);

#endif
