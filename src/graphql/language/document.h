/* A GraphQL document as it was written (specification of October 2021): operations, fragments, and definitions of the
 * schema definition language. Read-only once parsed; everything lives in the arena it was parsed into, and slices point
 * into the text or that arena. */
#ifndef LECTERN_GRAPHQL_DOCUMENT_H
#define LECTERN_GRAPHQL_DOCUMENT_H

#include "base/base.h"

/* Offsets are in bytes from the beginning of the text. */
typedef uint32_t graphql_offset;

struct graphql_name {
	struct slice text;
	graphql_offset at;
};

enum graphql_node_kind {
	GRAPHQL_NODE_VARIABLE,
	GRAPHQL_NODE_INT,
	GRAPHQL_NODE_FLOAT,
	GRAPHQL_NODE_STRING,
	GRAPHQL_NODE_BOOLEAN,
	GRAPHQL_NODE_NULL,
	GRAPHQL_NODE_ENUM,
	GRAPHQL_NODE_LIST,
	GRAPHQL_NODE_OBJECT,
};

/* A value as written. */
struct graphql_node {
	enum graphql_node_kind kind;
	graphql_offset at;
	struct slice text; /* VARIABLE: the name without $; INT, FLOAT: as written; STRING: unescaped; ENUM: the name */
	bool boolean;
	bool block;                 /* STRING: written as """…""" */
	struct graphql_node *items; /* LIST: items; OBJECT: values */
	struct graphql_name *names; /* OBJECT: names, beside items */
	size_t count;
};

enum graphql_wrap { GRAPHQL_NAMED, GRAPHQL_LIST, GRAPHQL_NON_NULL };

/* A type as written: [String!]! */
struct graphql_type_node {
	enum graphql_wrap wrap;
	graphql_offset at;
	struct slice name;                  /* GRAPHQL_NAMED */
	const struct graphql_type_node *of; /* the others */
};

struct graphql_argument_node {
	struct graphql_name name;
	struct graphql_node value;
};

struct graphql_directive_node {
	graphql_offset at; /* of the @ */
	struct graphql_name name;
	struct graphql_argument_node *arguments;
	size_t argument_count;
};

struct graphql_directive_list {
	struct graphql_directive_node *items;
	size_t count;
};

struct graphql_selected_set;

struct graphql_selection_set {
	graphql_offset at; /* of the { */
	uint32_t index;    /* a number of its own, below the document's set_count */
	struct graphql_selection *items;
	size_t count;                                 /* 0: there is none */
	const struct graphql_selected_set *collected; /* by graphql_collect_ahead; NULL: not */
};

enum graphql_selection_kind { GRAPHQL_FIELD, GRAPHQL_FRAGMENT_SPREAD, GRAPHQL_INLINE_FRAGMENT };

struct graphql_selection {
	enum graphql_selection_kind kind;
	graphql_offset at;             /* a field's: of its alias, or of its name */
	struct graphql_name alias;     /* text.len 0: none */
	struct graphql_name name;      /* the field's, or of the fragment spread */
	struct graphql_name condition; /* INLINE_FRAGMENT: the type; text.len 0: none */
	struct graphql_argument_node *arguments;
	size_t argument_count;
	struct graphql_directive_list directives;
	struct graphql_selection_set selections;
};

enum graphql_operation_kind { GRAPHQL_QUERY, GRAPHQL_MUTATION, GRAPHQL_SUBSCRIPTION };

struct graphql_variable_definition {
	graphql_offset at;        /* of the $ */
	struct graphql_name name; /* without $; at is of the name itself */
	const struct graphql_type_node *type;
	const struct graphql_node *default_value; /* or NULL */
	struct graphql_directive_list directives;
};

struct graphql_operation {
	enum graphql_operation_kind kind;
	graphql_offset at;
	struct graphql_name name; /* text.len 0: none */
	struct graphql_variable_definition *variables;
	size_t variable_count;
	struct graphql_directive_list directives;
	struct graphql_selection_set selections;
};

struct graphql_fragment {
	graphql_offset at;
	struct graphql_name name, condition;
	struct graphql_directive_list directives;
	struct graphql_selection_set selections;
};

/* ---- the schema definition language ---- */

enum graphql_definition_kind {
	GRAPHQL_DEFINE_SCHEMA,
	GRAPHQL_DEFINE_SCALAR,
	GRAPHQL_DEFINE_OBJECT,
	GRAPHQL_DEFINE_INTERFACE,
	GRAPHQL_DEFINE_UNION,
	GRAPHQL_DEFINE_ENUM,
	GRAPHQL_DEFINE_INPUT,
	GRAPHQL_DEFINE_DIRECTIVE,
};

/* A field's argument, an input field or a directive's argument. */
struct graphql_input_definition {
	graphql_offset at;        /* of the description, when there is one */
	struct slice description; /* ptr NULL: none */
	struct graphql_name name;
	const struct graphql_type_node *type;
	const struct graphql_node *default_value; /* or NULL */
	struct graphql_directive_list directives;
};

struct graphql_field_definition {
	graphql_offset at; /* of the description, when there is one */
	struct slice description;
	struct graphql_name name;
	struct graphql_input_definition *arguments;
	size_t argument_count;
	const struct graphql_type_node *type;
	struct graphql_directive_list directives;
};

struct graphql_enum_definition {
	graphql_offset at; /* of the description, when there is one */
	struct slice description;
	struct graphql_name name;
	struct graphql_directive_list directives;
};

struct graphql_definition {
	enum graphql_definition_kind kind;
	graphql_offset at; /* of the description, when there is one */
	bool extends;      /* extend type … */
	struct slice description;
	struct graphql_name name;
	struct graphql_directive_list directives;
	/* OBJECT, INTERFACE: interfaces; UNION: members; DIRECTIVE: locations; SCHEMA: the types of operations */
	struct graphql_name *names;
	size_t name_count;
	enum graphql_operation_kind *operations; /* SCHEMA: beside names */
	struct graphql_field_definition *fields; /* OBJECT, INTERFACE */
	size_t field_count;
	struct graphql_input_definition *inputs; /* INPUT: fields; DIRECTIVE: arguments */
	size_t input_count;
	struct graphql_enum_definition *values; /* ENUM */
	size_t value_count;
	bool repeatable; /* DIRECTIVE */
};

enum graphql_document_part { GRAPHQL_PART_OPERATION, GRAPHQL_PART_FRAGMENT, GRAPHQL_PART_DEFINITION };

struct graphql_document {
	struct slice text;
	struct graphql_operation *operations;
	size_t operation_count;
	struct graphql_fragment *fragments;
	size_t fragment_count;
	struct graphql_definition *definitions;
	size_t definition_count;
	enum graphql_document_part *parts; /* the order in which they stand in the text */
	size_t part_count;
	size_t set_count; /* of selection sets */
	size_t alias_count;
};

/* What a document may cost before it is even validated. */
struct graphql_limits {
	size_t bytes;   /* of text; 0: any below 4 GB */
	size_t tokens;  /* all but comments, commas and white space; 0: any */
	unsigned depth; /* of selection sets, values and types; 0 or above GRAPHQL_MAX_DEPTH: GRAPHQL_MAX_DEPTH */
};

/* Documents are walked recursively: this many levels fit on any thread's stack. */
enum { GRAPHQL_MAX_DEPTH = 200 };

/* One thing wrong with a document or request, as clients get it. */
struct graphql_error {
	const char *message;
	const graphql_offset *locations; /* offsets into the document */
	size_t location_count;
};

/* Parses a document of operations and fragments, or of definitions, or both mixed. The text must outlive the arena.
 * `limits` may be NULL. NULL when it is no document or over a limit; *error is then filled, its message as graphql-js
 * 16 words it ("Syntax Error: Expected Name, found <EOF>."). */
struct graphql_document *graphql_parse(struct arena *arena, struct slice text, const struct graphql_limits *limits,
                                       struct graphql_error *error);

/* One type: "[String!]!". NULL when the text is none. */
const struct graphql_type_node *graphql_parse_type(struct arena *arena, struct slice text);

/* One value: "{limit: 2}". NULL when the text is none. */
const struct graphql_node *graphql_parse_value(struct arena *arena, struct slice text);

#endif
