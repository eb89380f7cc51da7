/* Input values, coerced: arguments, variables and defaults. */
#ifndef LECTERN_GRAPHQL_VALUE_H
#define LECTERN_GRAPHQL_VALUE_H

#include "base/base.h"

struct json_object;
struct graphql_input;
struct graphql_node;

enum graphql_value_kind {
	GRAPHQL_VALUE_ABSENT, /* not given, and no default */
	GRAPHQL_VALUE_NULL,
	GRAPHQL_VALUE_BOOLEAN,
	GRAPHQL_VALUE_INTEGER,
	GRAPHQL_VALUE_NUMBER,
	GRAPHQL_VALUE_STRING, /* also ids, enum values (their internal text) and custom scalars */
	GRAPHQL_VALUE_LIST,
	GRAPHQL_VALUE_OBJECT,
};

struct graphql_value {
	enum graphql_value_kind kind;
	bool boolean;
	int64_t integer;
	double number;
	struct slice text;
	struct graphql_value *items; /* LIST: items; OBJECT: values of the fields that were given or have defaults */
	struct slice *names;         /* OBJECT: names beside items */
	const struct graphql_input *
	    *inputs; /* OBJECT of an input type: what they are, beside items; NULL for plain JSON */
	size_t count;
};

/* Values nested deeper than this are refused, wherever they come from. */
enum { GRAPHQL_DEEPEST_VALUE = 200 };

/* A field of an OBJECT by name, or NULL when it is absent. */
const struct graphql_value *graphql_value_field(const struct graphql_value *object, const char *name);

/* A value as a json-c object (release with json_object_put); NULL for null, and for numbers that JSON has not. */
struct json_object *graphql_value_to_json(const struct graphql_value *value);

/* JSON as a plain value: its texts are borrowed. False when it is nested too deep. */
bool graphql_value_of_json(struct arena *arena, struct json_object *json, struct graphql_value *value);

/* A literal as a plain value, enum names as texts, with variables replaced by their values (absent ones: null in lists,
 * left out of objects). */
void graphql_value_of_literal(struct arena *arena, const struct graphql_node *node, const struct map *variables,
                              struct graphql_value *value);

#endif
