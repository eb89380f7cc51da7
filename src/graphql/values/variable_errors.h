/* Variables while they are coerced, and what is wrong with them, worded as graphql-js words it. Inner header of the
 * room. */
#ifndef LECTERN_GRAPHQL_VALUES_VARIABLE_ERRORS_H
#define LECTERN_GRAPHQL_VALUES_VARIABLE_ERRORS_H

#include "graphql/schema/schema.h"

/* Where in the variable's value we are: from the inside out. */
struct variable_path {
	const struct variable_path *above;
	struct slice name; /* of a field; ptr NULL: an item */
	size_t index;
};

struct coercion {
	struct arena *arena;
	struct map *variables;                              /* that there are so far */
	size_t *values_left;                                /* see graphql_coerce_variables; or NULL */
	const struct graphql_variable_definition *variable; /* the one at work */
	struct graphql_error *errors;
	size_t count, capacity;
	bool full;
};

/* Begins a message about the variable at work with its name; reports it and frees the message. Past the fiftieth error
 * there is one last error that says so, and coercion->full is set. */
void variables_begin(struct coercion *coercion, struct buffer *message);
void variables_report(struct coercion *coercion, struct buffer *message);

/* A value at `path` (NULL: the variable's own) that is none of its type. `reason` ends the message, and is freed. */
void variables_refuse_value(struct coercion *coercion, const struct graphql_value *sent,
                            const struct variable_path *path, struct buffer *reason);

/* A field that the input type of the object `sent` has not. */
void variables_refuse_field(struct coercion *coercion, const struct graphql_value *sent, struct slice name,
                            const struct graphql_type *type, const struct variable_path *path);

/* The variable as a whole: its name, `before`, its type (NULL: as written), `behind`. */
void variables_refuse_type(struct coercion *coercion, const char *before, const struct graphql_reference *type,
                           const char *behind);

#endif
