/* Comparing fields that land under the same key. Inner header of the room: overlap_*.c and validate_overlap.c. */
#ifndef LECTERN_GRAPHQL_OVERLAP_H
#define LECTERN_GRAPHQL_OVERLAP_H

#include "pair_set.h"
#include "validator.h"

struct field_use {
	const struct graphql_type *parent; /* NULL: unknown */
	const struct graphql_selection *node;
	const struct graphql_field *field; /* NULL: unknown, or of introspection */
	struct field_use *next;
};

/* The fields of a selection set that have the same key, in order. */
struct field_group {
	struct slice key;
	struct field_use *first, **end;
	bool several;
	struct field_group *next;
};

/* A selection set with its inline fragments, but without what it spreads. */
struct field_map {
	struct field_group *first, **end;
	size_t count; /* of groups */
	struct map by_key;
	struct part **fragments; /* that it spreads, each once, in order */
	size_t fragment_count, fragment_size;
	uint32_t number; /* of the selection set */
	size_t mark;     /* the last list that it was put on, see overlap_merge.c */
};

struct overlap {
	struct field_map **maps;   /* by number of the selection set; NULL: not made yet */
	struct pair_set fragments; /* pairs that were compared, see is_compared */
	struct pair_set clean[2];  /* pairs of selection sets without conflicts, by `exclusive` */
	unsigned levels;           /* of recursion */
	bool settled;              /* nothing conflicts in the whole document */
};

#endif
