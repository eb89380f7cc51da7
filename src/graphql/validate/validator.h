/* Validation at work. Inner header of the room: validate_*.c.
 *
 * All rules run in one walk over the document, each where graphql-js's visitor calls it and in that order, so that
 * errors come in the same order. What is asked when an operation is left needs fragments that come later in the text;
 * so the walk keeps errors by definition, and they are put together at the end. */
#ifndef LECTERN_GRAPHQL_VALIDATOR_H
#define LECTERN_GRAPHQL_VALIDATOR_H

#include "pair_set.h"
#include "validate.h"

/* For "%.*s". */
#define TEXT(slice) (int)(slice).len, (slice).ptr

/* A variable where it is used. */
struct variable_usage {
	struct slice name;
	graphql_offset at;                    /* of the $ */
	const struct graphql_reference *type; /* that is expected there; NULL: unknown */
	bool has_default;                     /* the argument or input field has one */
};

/* A fragment where it is spread. */
struct spread {
	const struct graphql_selection *node;
	struct part *target; /* NULL: there is none of that name */
	size_t depth;        /* selection sets around it, in its operation or fragment */
};

/* An operation, fragment or definition. */
struct part {
	const struct graphql_operation *operation;   /* or NULL */
	const struct graphql_fragment *fragment;     /* or NULL */
	const struct graphql_definition *definition; /* or NULL */
	struct spread *spreads;                      /* anywhere inside, in the order of graphql-js */
	size_t spread_count;
	size_t height; /* selection sets nested in it, spreads followed when it is measured */
	bool measured;
	struct part *named; /* fragments: the last one of that name, which is the one that counts */
	struct graphql_error *errors;
	size_t error_count, error_size;
	struct variable_usage *usages;
	size_t usage_count, usage_size;
	/* Of fragments that count: */
	bool used;            /* by an operation */
	bool merged;          /* looked at by overlap_merge */
	bool searched;        /* for cycles */
	size_t on_path;       /* of a search that is here: the place, or the depth, from 1; 0: not on it */
	size_t mark;          /* the last search that was here */
	unsigned clean_depth; /* with so many fields around it nothing in it is too deep, plus 1; 0: not known */
};

struct validator {
	struct arena *arena;
	const struct graphql_validation *asked;
	const struct graphql_schema *schema;
	const struct graphql_document *document;
	struct part *parts, *part; /* part: the one at work */
	size_t part_count;
	struct map fragments;                       /* struct part by name */
	struct map seen_operations, seen_fragments; /* struct graphql_name by name, of the first */
	struct map types, directives;               /* that the document itself defines */
	struct pair_set types_met;                  /* of validate_type.c */
	struct overlap *overlap;                    /* of validate_overlap.c */
	struct graphql_error *errors;               /* all, in order */
	size_t error_count, error_size, max_errors;
	size_t reported;       /* in all parts */
	size_t locations_left; /* that may still be reported */
	size_t work_left;      /* see validator_work */
	size_t suggest_budget;
	bool complex; /* gave up: too much work */
	struct buffer message;
	size_t marks;
};

/* ---- reporting ---- */

/* An empty buffer for the next message. */
struct buffer *validator_message(struct validator *validator);

/* Reports the message at one place, or several. */
void validator_report(struct validator *validator, graphql_offset at);
void validator_report_all(struct validator *validator, const graphql_offset *at, size_t count);

/* Takes `cost` off what the document may still cost. False when that is used up: the document will be refused. */
bool validator_work(struct validator *validator, size_t cost);

/* ---- the walk (validate_walk.c), and what it calls ---- */

void validator_walk(struct validator *validator, struct part *part);

/* A value where `type` is expected (NULL: unknown). */
void validator_value(struct validator *validator, const struct graphql_reference *type, bool has_default,
                     const struct graphql_node *node);

/* The directives of something at a location such as "FIELD". `field` is what graphql-js takes arguments of unknown
 * directives for: the field around them, or NULL. */
void validator_directives(struct validator *validator, const struct graphql_directive_list *directives,
                          const char *location, const struct graphql_field *field);
/* Part of that which comes earlier than others: the same directive twice. */
void validator_unique_directives(struct validator *validator, const struct graphql_directive_list *directives);

/* Arguments of the same name. */
void validator_unique_arguments(struct validator *validator, const struct graphql_argument_node *arguments,
                                size_t count);
const struct graphql_input *validator_find_input(const struct graphql_input *inputs, struct slice name);
bool validator_is_given(const struct graphql_argument_node *arguments, size_t count, struct slice name);
static inline bool validator_is_required(const struct graphql_input *input)
{
	return input->type->wrap == GRAPHQL_NON_NULL && !input->default_node &&
	       input->default_value.kind == GRAPHQL_VALUE_ABSENT;
}

/* A type's name as written: is there one? */
void validator_type_name(struct validator *validator, struct slice name, graphql_offset at, bool in_definition);

/* ---- fields (validate_field.c) ---- */

/* Has a field of this type a selection when it must, and none when it may not? */
void validator_leaf(struct validator *validator, const struct graphql_reference *type,
                    const struct graphql_selection *selection);

/* Reports a field that `parent` has not, an argument that its field has not, arguments that are required and not given.
 */
void validator_unknown_field(struct validator *validator, const struct graphql_type *parent,
                             const struct graphql_selection *selection);
void validator_unknown_argument(struct validator *validator, const struct graphql_type *parent,
                                const struct graphql_field *field, const struct graphql_argument_node *argument);
void validator_missing_arguments(struct validator *validator, const struct graphql_field *field,
                                 const struct graphql_selection *selection);

/* ---- definitions (validate_operation.c, validate_fragment.c, validate_variable.c) ---- */

void validator_find_spreads(struct validator *validator);
void validator_unique_operation(struct validator *validator);
void validator_lone_anonymous(struct validator *validator);
void validator_single_field(struct validator *validator);
void validator_unique_fragment(struct validator *validator);
void validator_fragment_cycles(struct validator *validator);
void validator_unused_fragments(struct validator *validator);
void validator_fragment_heights(struct validator *validator);
void validator_unique_variables(struct validator *validator);
/* What graphql-js asks when it leaves an operation. */
void validator_operation_variables(struct validator *validator, struct part *operation);

/* Fragments that an operation uses, directly or not; *count of them. In graphql-js's order. */
struct part **validator_used_fragments(struct validator *validator, const struct part *operation, size_t *count);

/* Definitions of the schema definition language, which no request may have. */
void validator_definition(struct validator *validator, const struct graphql_definition *definition);

/* ---- limits (validate_limits.c) ---- */

void validator_depth(struct validator *validator);

/* ---- overlapping fields (validate_overlap.c) ---- */

/* Reports conflicts between the fields of a selection set. True when there were none: then there are none in the inline
 * fragments directly in it either. */
bool validator_overlap(struct validator *validator, const struct graphql_type *parent,
                       const struct graphql_selection_set *set);

/* ---- types (validate_type.c) ---- */

bool validator_types_overlap(struct validator *validator, const struct graphql_type *a, const struct graphql_type *b);
/* A composite type's own fields; none of those that begin with two underscores. */
const struct graphql_field *validator_own_field(const struct graphql_type *type, struct slice name);

#endif
