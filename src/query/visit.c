#include "visit.h"

#include <limits.h>

void visit_members_begin(struct visit_members *members, struct visit *visit)
{
	*members =
	    (struct visit_members){.visit = visit, .start = visit->turns, .last = visit->turns, .refused = UINT_MAX};
}

void visit_members_add(struct visit_members *members, bool good)
{
	struct visit *visit = members->visit;
	if (!good && visit->turns < members->refused) {
		members->refused = visit->turns;
		members->refusal = *visit->reader->error;
	}
	if (good && visit->turns > members->last)
		members->last = visit->turns;
	visit->turns = members->start;
}

bool visit_members_end(struct visit_members *members)
{
	struct visit *visit = members->visit;
	const bool good = members->refused == UINT_MAX;
	visit->turns = (good ? members->last : members->refused) + VISIT_TURNS_OF_LIST;
	if (!good)
		*visit->reader->error = members->refusal;
	return good;
}
