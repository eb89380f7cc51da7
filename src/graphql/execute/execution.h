/* A request at work. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_EXECUTION_H
#define LECTERN_GRAPHQL_EXECUTION_H

#include "execute.h"

enum { GRAPHQL_OPENING_UNIT = 16 };

/* The way to a value of the answer, from the inside out; on the stack. */
struct graphql_path {
	const struct graphql_path *above;
	const struct graphql_selected *selected; /* NULL: an item of a list */
	size_t index;
};

/* An error as the answer will have it. */
struct graphql_recorded {
	struct graphql_shown_error shown;
	const struct graphql_selected *selected; /* NULL: of the request */
	struct slice path;                       /* JSON */
	bool refused;                            /* an argument is what is wrong: … */
	graphql_offset refused_at;               /* … only this place is shown */
};

/* A field that was resolved and is still to be written. */
struct graphql_resolved {
	struct graphql_call call;
	struct graphql_result result;
	size_t start; /* where its value begins in the data */
	bool good;    /* else execution->error says why not */
};

struct graphql_execution {
	struct graphql_request request;
	struct graphql_resolved resolved; /* the root field at work */
	const struct graphql_type *root_type;
	struct graphql_selected_set *root;
	struct map variables; /* graphql_value by name */
	struct map fragments; /* graphql_fragment by name */
	unsigned *visited;    /* by fragment: the last collection that it was part of */
	unsigned collections;
	size_t selected_count; /* fields collected so far */
	struct buffer data;    /* {"a":1,"b":2 */
	bool null_data;        /* a null went up all the way, or a limit was met */
	bool stopped;          /* a limit was met: nothing more is run */
	size_t visited_nodes;  /* selections looked at so far */
	struct error error;    /* of the resolver at work */
	bool refused;          /* … and it says what is wrong with an argument */
	graphql_offset refused_at;
	struct graphql_recorded *errors;
	size_t error_count, error_kept, error_capacity;
	struct graphql_batch **batches; /* a hash table of those there are */
	size_t batch_count, batch_capacity;
};

#endif
