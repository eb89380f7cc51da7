/* Conflicts of fields that land under the same key, and what is said of them. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_OVERLAP_CONFLICT_H
#define LECTERN_GRAPHQL_OVERLAP_CONFLICT_H

#include "overlap.h"

/* A list of offsets. */
struct offsets {
	graphql_offset *items;
	size_t count, size;
};

struct conflict {
	struct slice key;
	const char *reason;       /* or NULL, and … */
	struct conflict *reasons; /* … these, of the fields below */
	struct offsets first, second;
	struct conflict *next;
};

struct conflicts {
	struct conflict *first, **end;
	size_t count, most; /* most 0: any; beyond it nobody looks for more */
};

/* Adds a conflict of two fields, without a reason yet. */
struct conflict *overlap_conflict_add(struct validator *validator, struct conflicts *conflicts, struct slice key,
                                      const struct field_use *a, const struct field_use *b);

/* Gives it a list of conflicts of the fields below as the reason. */
void overlap_conflict_add_reasons(struct validator *validator, struct conflict *conflict, struct conflict *reasons);

/* Makes it an error of the document, as graphql-js 15 words and cuts it. */
void overlap_conflict_report(struct validator *validator, const struct conflict *conflict);

#endif
