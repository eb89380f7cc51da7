/* The type system: a schema is built (by calls, by schema definition language, or both), finished once, and then shared by
 * all threads without locks. It lives in one arena. */
#ifndef LECTERN_GRAPHQL_SCHEMA_H
#define LECTERN_GRAPHQL_SCHEMA_H

#include "document.h"

struct json_object;
struct graphql_call;
struct graphql_execution;
struct graphql_result;

/* ---- input values, coerced ---- */

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
	const struct graphql_input **inputs; /* OBJECT of an input type: what they are, beside items; NULL for plain JSON */
	size_t count;
};

/* A field of an OBJECT by name, or NULL when it is absent. */
const struct graphql_value *graphql_value_field(const struct graphql_value *object, const char *name);

/* A value as a json-c object (release with json_object_put); NULL for null. */
struct json_object *graphql_value_to_json(const struct graphql_value *value);

/* ---- types ---- */

enum graphql_kind {
	GRAPHQL_SCALAR,
	GRAPHQL_OBJECT,
	GRAPHQL_INTERFACE,
	GRAPHQL_UNION,
	GRAPHQL_ENUM,
	GRAPHQL_INPUT_OBJECT,
};

/* A type where it is used: wrapped in lists and non-nulls. */
struct graphql_reference {
	enum graphql_wrap wrap;
	struct slice name;                    /* GRAPHQL_NAMED */
	const struct graphql_type *type;      /* GRAPHQL_NAMED; set when the schema is finished */
	const struct graphql_reference *of;   /* GRAPHQL_LIST, GRAPHQL_NON_NULL */
};

/* An argument, or a field of an input object. */
struct graphql_input {
	struct slice name, description; /* description.ptr NULL: none */
	const struct graphql_reference *type;
	const struct graphql_node *default_node; /* as written, or NULL */
	struct graphql_value default_value;      /* set when the schema is finished; ABSENT when there is none */
	const char *deprecation;                 /* the reason, or NULL */
	void *context;                           /* of who made it: the attribute, say */
	struct graphql_input *next;
};

/* Gives the value of one field of one object. False with call->error filled in when it can't. */
typedef bool graphql_resolver(struct graphql_call *call, struct graphql_result *result);

/* The same for all parents of a level at once: results[i] for parents[i]. One failure fails the field of all of them. */
typedef bool graphql_batch_resolver(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                                    struct graphql_result *results);

/* Wraps a resolver: does what it likes before and after graphql_next(call, result), or leaves that out. */
typedef bool graphql_middleware_function(void *context, struct graphql_call *call, struct graphql_result *result);

struct graphql_middleware {
	graphql_middleware_function *run;
	void *context;
	struct graphql_middleware *next; /* the one inside of it; NULL: the resolver */
};

struct graphql_field {
	struct slice name, description;
	const struct graphql_reference *type;
	struct graphql_input *arguments; /* a list over next, in order */
	size_t argument_count;
	const char *deprecation;
	graphql_resolver *resolve;        /* NULL: the parent is a JSON object, and the field its member of that name */
	graphql_batch_resolver *resolve_batch; /* wins over resolve when set */
	void *context;                    /* for the resolvers */
	struct graphql_middleware *middlewares; /* outermost first */
	const struct graphql_type *owner;
	size_t index;                     /* position in the owner */
	struct graphql_field *next;
};

struct graphql_enum_value {
	struct slice name, description;
	struct slice internal; /* what resolvers give and get in its place; the name itself as a rule */
	const char *deprecation;
	struct graphql_enum_value *next;
};

/* Coerces what was sent for a custom scalar: `value` comes as plain JSON is (a literal likewise; its enum names as
 * strings). False with a message in *reason (in `arena`) that is put as graphql-js puts what parseValue throws. */
typedef bool graphql_scalar_parser(void *context, struct arena *arena, const struct graphql_value *sent,
                                   struct graphql_value *value, const char **reason);

/* The same for a literal, where it differs (graphql-js's parseLiteral); else leave it NULL. */
typedef bool graphql_literal_parser(void *context, struct arena *arena, const struct graphql_node *literal,
                                    struct graphql_value *value, const char **reason);

/* Writes a result of a custom scalar as JSON. False with *reason when it can't be one. NULL: as it is. */
typedef bool graphql_scalar_writer(void *context, struct arena *arena, const struct graphql_result *result,
                                   struct buffer *buffer, const char **reason);

struct graphql_type {
	enum graphql_kind kind;
	struct slice name, description;
	struct graphql_field *fields; /* OBJECT, INTERFACE: a list in order */
	size_t field_count;
	struct graphql_input *inputs; /* INPUT_OBJECT: a list in order */
	size_t input_count;
	struct graphql_enum_value *values; /* ENUM: a list in order */
	struct map by_name;           /* of fields, inputs or values */
	struct slice *interface_names; /* OBJECT, INTERFACE: as given */
	const struct graphql_type **interfaces; /* set when finished */
	size_t interface_count;
	struct slice *member_names;   /* UNION: as given */
	const struct graphql_type **possible; /* UNION, INTERFACE: the object types; set when finished */
	size_t possible_count;
	const char *specified_by;     /* SCALAR: a URL, or NULL */
	graphql_scalar_parser *parse;
	graphql_literal_parser *parse_literal;
	graphql_scalar_writer *write;
	/* UNION, INTERFACE: which object type a result has, when the result does not name one. NULL when it can't tell. */
	const struct graphql_type *(*resolve_type)(struct graphql_call *call, const struct graphql_result *result);
	void *context;
	size_t index;                 /* position in the schema */
	struct graphql_type *next;
};

struct graphql_directive {
	struct slice name, description;
	const char **locations; /* "FIELD", "FRAGMENT_SPREAD", … */
	size_t location_count;
	struct graphql_input *arguments;
	size_t argument_count;
	bool repeatable;
	struct graphql_directive *next;
};

struct graphql_schema {
	struct arena *arena;
	struct graphql_type *types, *last_type; /* in the order they were made: that of introspection */
	size_t type_count;
	struct map by_name;
	struct graphql_directive *directives;
	struct map directives_by_name;
	const struct graphql_type *query, *mutation, *subscription; /* by the names Query, Mutation, Subscription unless a schema definition says otherwise; the last two may be NULL */
	const struct graphql_type *int_type, *float_type, *string_type, *boolean_type, *id_type;
	struct graphql_middleware *middlewares; /* around every resolver, put there when the schema is finished */
	bool finished;
};

/* ---- building ---- */

/* A schema with the five built-in scalars and the directives skip, include, deprecated and specifiedBy. */
struct graphql_schema *graphql_schema_create(struct arena *arena);

/* The type of that name, or NULL. */
struct graphql_type *graphql_schema_type(const struct graphql_schema *schema, struct slice name);

/* Adds a type; names and descriptions are copied. Returns the one there is when it has that name and kind already; NULL with
 * *error filled in when that name is taken by another kind or is no name (specification 3.3). */
struct graphql_type *graphql_add_type(struct graphql_schema *schema, enum graphql_kind kind, struct slice name,
                                      struct slice description, struct error *error);

/* Adds a field (or replaces the one of that name in its place); `type` is text: "[Restaurant!]!". Types may be named before
 * they are made. NULL with *error when the text is no type or the name no name. */
struct graphql_field *graphql_add_field(struct graphql_schema *schema, struct graphql_type *owner, struct slice name,
                                        const char *type, graphql_resolver *resolve, void *context,
                                        struct error *error);

/* Adds an argument to a field; `default_value` is text ("{}", "LIVE") or NULL. */
struct graphql_input *graphql_add_argument(struct graphql_schema *schema, struct graphql_field *field,
                                           struct slice name, const char *type, const char *default_value,
                                           struct error *error);

/* Adds a field to an input object. */
struct graphql_input *graphql_add_input(struct graphql_schema *schema, struct graphql_type *owner, struct slice name,
                                        const char *type, const char *default_value, struct error *error);

struct graphql_enum_value *graphql_add_enum_value(struct graphql_schema *schema, struct graphql_type *owner,
                                                  struct slice name, struct slice internal, struct error *error);

/* Adds a member to a union, or an interface to an object or interface, by name. */
void graphql_add_member(struct graphql_schema *schema, struct graphql_type *type, struct slice name);

/* Takes a field, input field or enum value, or a whole type, away. */
void graphql_remove_member(struct graphql_type *type, struct slice name);
void graphql_remove_type(struct graphql_schema *schema, struct slice name);

/* Adds what a text of schema definition language defines and extends. Refuses, naming line and column, what is wrong. All
 * or nothing. */
bool graphql_add_definitions(struct graphql_schema *schema, struct slice text, struct error *error);

/* Resolves names, coerces defaults, and checks all that the specification asks of a type system (section 3). False with
 * the first mistake in *error. With it the schema is read-only. */
bool graphql_finish_schema(struct graphql_schema *schema, struct error *error);

/* ---- reading ---- */

struct graphql_field *graphql_type_field(const struct graphql_type *type, struct slice name);  /* or NULL; __typename, __schema and __type not among them */
struct graphql_input *graphql_type_input(const struct graphql_type *type, struct slice name);  /* or NULL */
struct graphql_enum_value *graphql_type_value(const struct graphql_type *type, struct slice name); /* or NULL */

/* The named type inside all wrappers. */
const struct graphql_type *graphql_reference_type(const struct graphql_reference *reference);
void graphql_print_reference(struct buffer *buffer, const struct graphql_reference *reference);

bool graphql_is_leaf(const struct graphql_type *type);      /* scalar or enum */
bool graphql_is_composite(const struct graphql_type *type); /* object, interface or union */
bool graphql_is_input(const struct graphql_type *type);     /* scalar, enum or input object */

/* Can an object of type `object` stand where `type` is asked for? */
bool graphql_is_possible(const struct graphql_type *type, const struct graphql_type *object);

/* The schema as text, as graphql-js's printSchema lays it out. */
void graphql_print_schema(struct buffer *buffer, const struct graphql_schema *schema);

#endif
