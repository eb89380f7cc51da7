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

struct graphql_execution {
	struct graphql_request request;
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

/* collect.c: the fields that these selections select on objects of that type. NULL when they are too many (the
 * execution is then stopped), or when @skip or @include can't be told: execution->error then says why. */
struct graphql_selected_set *graphql_collect(struct graphql_execution *execution, const struct graphql_selected *parent,
                                             const struct graphql_type *type,
                                             const struct graphql_selection_set *const *sets, size_t set_count);

/* collect.c: as graphql_selected_below, but execution->error says why there is none. */
const struct graphql_selected_set *graphql_find_below(struct graphql_execution *execution,
                                                      struct graphql_selected *selected,
                                                      const struct graphql_type *type);

/* resolve.c: runs the call's resolver, or batch resolver, in its middlewares. */
bool graphql_resolve(struct graphql_call *call, struct graphql_result *result);

/* batch.c: runs the batch resolver of the call's field for all objects of its parent's group, or takes what it gave. */
bool graphql_resolve_batch(struct graphql_call *call, struct graphql_result *result);

/* complete.c: runs a field of an object and writes its value. False when that is null and may not be; what was written
 * is then left to the caller to take back. */
bool graphql_run_selected(struct graphql_call *call, struct graphql_selected *selected,
                          const struct graphql_path *above);

/* leaf.c: writes a result as a scalar or enum. False with *reason when it is none. */
bool graphql_write_leaf(struct graphql_execution *execution, const struct graphql_type *type,
                        const struct graphql_result *result, const char **reason);

/* answer.c: records execution->error for a field, or (NULL) for the whole request. */
void graphql_record_error(struct graphql_execution *execution, const struct graphql_selected *selected,
                          const struct graphql_path *path);

/* Stops all and records why. */
void graphql_stop(struct graphql_execution *execution, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
