/* Inside the room `query`: a visit of all filters or sorts for one rule. Strapi visits the members of a list at the
 * same time, and its error names the parameter that is refused first. Time is counted in turns of JavaScript's
 * microtask queue, as traverseQueryFilters and traverseQuerySort of @strapi/utils take them. */
#ifndef LECTERN_QUERY_VISIT_H
#define LECTERN_QUERY_VISIT_H

#include "reader.h"

struct visit {
	struct reader *reader;
	enum rule rule;
	unsigned turns; /* so far */
};

enum {
	VISIT_TURNS_OF_INNER = 2, /* for a key whose value is visited, beside those of the key and of the value */
	VISIT_TURNS_OF_LIST = 4,  /* beside those of its members */
	VISIT_TURNS_OF_RIGHT = 3, /* for a relation, beside those of the key: RULE_RIGHTS */
};

/* The members of a list, of which each begins when the list does. */
struct visit_members {
	struct visit *visit;
	unsigned start, last, refused; /* refused: the turn of the first refusal */
	struct error refusal;
};

void visit_members_begin(struct visit_members *members, struct visit *visit);

/* A member is visited: `good`: without a refusal, which is in the reader's error else. */
void visit_members_add(struct visit_members *members, bool good);

/* All are visited. False: there was a refusal, and the first is in the reader's error. */
bool visit_members_end(struct visit_members *members);

#endif
