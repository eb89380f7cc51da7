/* Inside the room `store`: indexes that would serve slow statements. */
#ifndef LECTERN_STORE_ADVISE_CANDIDATES_H
#define LECTERN_STORE_ADVISE_CANDIDATES_H

#include "store/migrate/database.h"
#include "store/schema/schema.h"

enum { CANDIDATE_COLUMNS = MODEL_INDEX_COLUMNS };

/* Columns of conditions, or of sorts. */
struct column_list {
	const char *names[CANDIDATE_COLUMNS];
	bool descending[CANDIDATE_COLUMNS];
	size_t count;
};

/* The statements that compare and sort by the same columns, lists and their totals together. */
struct index_candidate {
	const struct schema_table *table;
	struct column_list equal, range, sorts;
	bool live;
	bool lists, counts; /* which there were */
	bool narrows;       /* its index begins with a column other than the id */
	bool slows_plain;   /* with its index, lists with these filters and no sort are slow */
	int64_t runs, nanoseconds, longest;
	struct schema_index index;
	/* what the trial has shown */
	int64_t rows;                                              /* of the table */
	double list_before, list_after, count_before, count_after; /* milliseconds */
	int64_t bytes;
};

struct index_candidates {
	struct arena *arena;
	struct index_candidate *items;
	size_t count, capacity;
	size_t unserved; /* shapes that no index of their table would serve */
};

/* Reads the shapes that the servers of the folder have kept. Those that cost the most time come first. */
void candidates_read(struct index_candidates *candidates, const char *folder, const struct schema *schema);

/* Sets the index that serves the candidate's columns. */
void candidate_make_index(struct index_candidate *candidate, struct arena *arena);

/* The one with the same index, or NULL. */
struct index_candidate *candidates_find_same(const struct index_candidates *candidates,
                                             const struct index_candidate *wanted);

/* Adds a copy at the end; those that are there may move. */
void candidates_add(struct index_candidates *candidates, const struct index_candidate *candidate);

#endif
