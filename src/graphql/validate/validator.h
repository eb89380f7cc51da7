/* Validation at work. Inner header of the room: validate_*.c.
 *
 * All rules run in one visit over the document, each where graphql-js's visitor calls it and in that order, so that
 * errors come in the same order. What is asked when an operation is left needs fragments that come later in the text;
 * so the visit keeps errors by definition, and they are put together at the end. */
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
	const struct graphql_validation *options;
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
	size_t conflicts;      /* of fields, that were reported */
	bool aborted;          /* there were too many of them: nothing more is reported */
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

/* ---- the visit (validate_visit.c), and what it calls ---- */

static inline bool validator_is_required(const struct graphql_input *input)
{
	return input->type->wrap == GRAPHQL_NON_NULL && !input->default_node &&
	       input->default_value.kind == GRAPHQL_VALUE_ABSENT;
}

#endif
