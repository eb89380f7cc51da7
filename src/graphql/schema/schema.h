/* The type system: a schema is built (by calls, by schema definition language, or both), finished once, and then shared
 * by all threads without locks. It lives in one arena. */
#ifndef LECTERN_GRAPHQL_SCHEMA_H
#define LECTERN_GRAPHQL_SCHEMA_H

#include "graphql/language/document.h"
#include "graphql/values/value.h"

struct graphql_call;
struct graphql_execution;
struct graphql_result;
struct graphql_selected;

/* ---- types ---- */

enum graphql_kind {
	GRAPHQL_SCALAR,
	GRAPHQL_OBJECT,
	GRAPHQL_INTERFACE,
	GRAPHQL_UNION,
	GRAPHQL_ENUM,
	GRAPHQL_INPUT_OBJECT,
};

/* Where the schema definition language defines something; line 0 when calls made it. */
struct graphql_place {
	unsigned line, column; /* both from 1 */
};

/* A type where it is used: wrapped in lists and non-nulls. */
struct graphql_reference {
	enum graphql_wrap wrap;
	struct slice name;                  /* GRAPHQL_NAMED */
	const struct graphql_type *type;    /* GRAPHQL_NAMED; set when the schema is finished */
	const struct graphql_reference *of; /* GRAPHQL_LIST, GRAPHQL_NON_NULL */
};

/* An argument, or a field of an input object. */
struct graphql_input {
	struct slice name, description; /* description.ptr NULL: none */
	const struct graphql_reference *type;
	const struct graphql_node *default_node; /* as written, or NULL */
	struct graphql_value default_value;      /* set when the schema is finished; ABSENT when there is none */
	struct slice default_text;               /* the same as the language writes it; len 0 when there is none */
	const char *deprecation;                 /* the reason, or NULL */
	void *context;                           /* of its creator: the attribute, say */
	unsigned char settled;                   /* of graphql_finish_schema: how far its default is */
	struct graphql_place place;
	struct graphql_input *next;
};

/* Gives the value of one field of one object. False with call->error filled in when it can't. */
typedef bool graphql_resolver(struct graphql_call *call, struct graphql_result *result);

/* Writes the value of a scalar field as JSON that is valid for its type, and null where that may be; and of those that
 * are selected behind it as many as it likes, each behind its opening. `selected` is the first of `count`. Returns how
 * many it wrote; with 0 nothing is written, and the resolver asked. `parent` is that of the resolver's call. */
typedef size_t graphql_leaf_writer(const struct graphql_result *parent, const struct graphql_selected *selected,
                                   size_t count, struct buffer *data);

/* Gives the field's values for all parents of a group at once (struct graphql_group): results[i] for parents[i]. One
 * failure fails the field of all of them. Parents that were read alone come one by one. */
typedef bool graphql_batch_resolver(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                                    struct graphql_result *results);

/* A step around a resolver: does what it likes before and after graphql_next(call, result), or leaves that out. Around
 * a batch resolver it runs once for the batch: `result` is then the first of call->parent_count results. */
typedef bool graphql_step_function(void *context, struct graphql_call *call, struct graphql_result *result);

struct graphql_step {
	graphql_step_function *run;
	void *context;
	struct graphql_step *next; /* the one inside of it; NULL: the resolver */
};

struct graphql_field {
	struct slice name, description;
	const struct graphql_reference *type;
	struct graphql_input *arguments; /* a list over next, in order */
	size_t argument_count;
	const char *deprecation;
	graphql_resolver *resolve;  /* NULL: the parent is a JSON object, and the field its member of that name */
	graphql_leaf_writer *write; /* a shorter way for fields without middlewares, or NULL; goes with `resolve` */
	graphql_batch_resolver *resolve_batch; /* wins over resolve when set */
	void *context;                         /* for the resolvers */
	struct graphql_step *middlewares;      /* outermost first */
	bool waits; /* it may take long: read by the caller of the engine, not by the engine */
	/* Text that was merged has given an argument another type than the resolver expects: for the caller of the
	 * engine, which puts another resolver in its place, or refuses. */
	bool retyped;
	const struct graphql_type *owner;
	size_t index; /* position in the owner */
	struct graphql_place place;
	struct graphql_field *next;
};

struct graphql_enum_value {
	struct slice name, description;
	struct slice internal; /* what resolvers give and get in its place; the name itself as a rule */
	const char *deprecation;
	struct graphql_place place;
	struct graphql_enum_value *next;
};

/* Coerces what was sent for a custom scalar: `value` comes as plain JSON is (a literal likewise; its enum names as
 * strings). False with a message in *reason (in `arena`), or NULL when there is nothing to say but that it is none. */
typedef bool graphql_scalar_parser(void *context, struct arena *arena, const struct graphql_value *sent,
                                   struct graphql_value *value, const char **reason);

/* The same for a literal, where it differs (graphql-js's parseLiteral); else leave it NULL. True with *value left
 * ABSENT: it is taken as graphql_scalar_parser takes it, or as it is when there is none. */
typedef bool graphql_literal_parser(void *context, struct arena *arena, const struct graphql_node *literal,
                                    struct graphql_value *value, const char **reason);

/* Writes a result of a custom scalar as JSON. False with *reason when it can't be one. Leave it NULL to write results
 * as they are; results of kind GRAPHQL_RESULT_JSON never come here. */
typedef bool graphql_scalar_writer(void *context, struct arena *arena, const struct graphql_result *result,
                                   struct buffer *buffer, const char **reason);

/* What this room itself brings. */
enum graphql_built_in {
	GRAPHQL_NOT_BUILT_IN,
	GRAPHQL_INT,
	GRAPHQL_FLOAT,
	GRAPHQL_STRING,
	GRAPHQL_BOOLEAN,
	GRAPHQL_ID,
	GRAPHQL_INTROSPECTION, /* __Schema, __Type, … */
};

struct graphql_type {
	enum graphql_kind kind;
	enum graphql_built_in built_in;
	struct graphql_reference reference; /* to the type itself, unwrapped */
	struct slice name, description;
	struct graphql_field *fields; /* OBJECT, INTERFACE: a list in order */
	size_t field_count;
	struct graphql_input *inputs; /* INPUT_OBJECT: a list in order */
	size_t input_count;
	struct graphql_enum_value *values;      /* ENUM: a list in order */
	struct map by_name;                     /* of fields, inputs or values */
	struct slice *interface_names;          /* OBJECT, INTERFACE: as given */
	const struct graphql_type **interfaces; /* set when finished */
	size_t interface_count;
	struct slice *member_names; /* UNION: as given */
	size_t member_count;
	const struct graphql_type **possible; /* UNION, INTERFACE: the object types; set when finished */
	size_t possible_count;
	const char *specified_by; /* SCALAR: a URL, or NULL */
	graphql_scalar_parser *parse;
	graphql_literal_parser *parse_literal;
	graphql_scalar_writer *write;
	/* SCALAR: the parsers' reasons are put behind 'Expected type "X". ', or of literals 'Expected value of type
	 * "X", found …; ', as graphql-js puts errors that are no GraphQLErrors. */
	bool reasons_explained;
	/* UNION, INTERFACE: which object type a result has, when the result does not name one. NULL when it can't tell.
	 */
	const struct graphql_type *(*resolve_type)(struct graphql_call *call, const struct graphql_result *result);
	void *context;
	size_t index; /* position in the schema; set when finished */
	struct graphql_place place;
	struct graphql_type *next;
};

struct graphql_directive {
	struct slice name, description;
	const char **locations; /* "FIELD", "FRAGMENT_SPREAD", … */
	size_t location_count;
	struct graphql_input *arguments;
	size_t argument_count;
	bool repeatable, built_in;
	struct graphql_place place;
	struct graphql_directive *next;
};

struct graphql_schema {
	struct arena *arena;
	struct slice description;
	/* In the order they were made: that of introspection. The built-in scalars that are used, and the types of
	 * introspection, are put among them when the schema is finished. */
	struct graphql_type *types, *last_type;
	size_t type_count;
	struct map by_name;
	struct graphql_directive *directives;
	struct map directives_by_name;
	/* Set when finished, by the names Query, Mutation, Subscription unless a schema definition says otherwise; the
	 * last two may be NULL. */
	const struct graphql_type *query, *mutation, *subscription;
	struct slice root_names[3]; /* by enum graphql_operation_kind: as a schema definition gives them */
	bool has_roots;             /* there is a schema definition */
	const struct graphql_type *int_type, *float_type, *string_type, *boolean_type, *id_type;
	/* __schema, __type, __typename; set when finished. */
	struct graphql_field *schema_field, *type_field, *typename_field;
	/* Around every resolver but those of introspection, put there when the schema is finished. */
	struct graphql_step *middlewares;
	bool finished;
};

/* ---- building ---- */

/* Adds a step inside of those that `list` has: that of a field (graphql_field.middlewares), or of the schema. */
void graphql_add_step(struct graphql_schema *schema, struct graphql_step **list, graphql_step_function *run,
                      void *context);

/* The reason of @deprecated when none is given. */
#define GRAPHQL_DEFAULT_DEPRECATION "No longer supported"

/* A schema with the five built-in scalars and the directives skip, include, deprecated and specifiedBy. */
struct graphql_schema *graphql_schema_create(struct arena *arena);

/* The type of that name, or NULL. */
struct graphql_type *graphql_schema_type(const struct graphql_schema *schema, struct slice name);

/* Adds a type; names and descriptions are copied. Returns the one there is when it has that name and kind already; NULL
 * with *error filled in when that name is taken by another kind or is no name (specification 3.3). */
struct graphql_type *graphql_add_type(struct graphql_schema *schema, enum graphql_kind kind, struct slice name,
                                      struct slice description, struct error *error);

/* Adds a field (or replaces the one of that name in its place); `type` is text: "[Restaurant!]!". Types may be named
 * before they are made. NULL with *error when the text is no type or the name no name. */
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

/* Puts a type, or a field or input field of a type, before all others. Nothing is done when there is none of that name.
 */
void graphql_put_type_first(struct graphql_schema *schema, struct slice name);
void graphql_put_member_first(struct graphql_type *type, struct slice name);

/* Takes a field, input field or enum value, or a whole type, away. */
void graphql_remove_member(struct graphql_type *type, struct slice name);
void graphql_remove_type(struct graphql_schema *schema, struct slice name);

/* Adds what a text of schema definition language defines and extends. Refuses, naming line and column, what is wrong.
 * All or nothing. */
bool graphql_add_definitions(struct graphql_schema *schema, struct slice text, struct error *error);

/* The same, but definitions of one name are put together, among themselves and with the schema's types, as
 * @graphql-tools/merge does: a field that several give must be of one type, and is non-null when one of them is.
 * `limits` may be NULL. After an error the schema is of no use. */
bool graphql_merge_definitions(struct graphql_schema *schema, struct slice text, const struct graphql_limits *limits,
                               struct error *error);

/* The same, but a field of the text has its own arguments and description alone where the schema has one of that name,
 * as nexus puts the definitions of a field together. */
bool graphql_replace_definitions(struct graphql_schema *schema, struct slice text, const struct graphql_limits *limits,
                                 struct error *error);

/* Resolves names, coerces defaults, and checks all that the specification asks of a type system (section 3). False with
 * the first mistake in *error. With it the schema is read-only. */
bool graphql_finish_schema(struct graphql_schema *schema, struct error *error);

/* ---- reading ---- */

/* The type of the root fields of such operations, or NULL. */
const struct graphql_type *graphql_root_type(const struct graphql_schema *schema, enum graphql_operation_kind kind);

/* The field `name` of a selection on `parent`, __typename, __schema and __type included; or NULL. */
const struct graphql_field *graphql_find_field(const struct graphql_schema *schema, const struct graphql_type *parent,
                                               struct slice name);

/* The type's own field, or NULL; __typename, __schema and __type belong to no type. */
struct graphql_field *graphql_type_field(const struct graphql_type *type, struct slice name);
struct graphql_input *graphql_type_input(const struct graphql_type *type, struct slice name);
struct graphql_enum_value *graphql_type_value(const struct graphql_type *type, struct slice name);

/* The type as written, resolved: in `arena`. NULL when the schema has no such type. */
const struct graphql_reference *graphql_resolve_type_node(const struct graphql_schema *schema, struct arena *arena,
                                                          const struct graphql_type_node *node);

/* The named type inside all wrappers. */
const struct graphql_type *graphql_reference_type(const struct graphql_reference *reference);
void graphql_print_reference(struct buffer *buffer, const struct graphql_reference *reference);
/* The same as a text in `arena`: "[String!]!". */
const char *graphql_reference_text(struct arena *arena, const struct graphql_reference *reference);

bool graphql_is_leaf(const struct graphql_type *type);      /* scalar or enum */
bool graphql_is_composite(const struct graphql_type *type); /* object, interface or union */
bool graphql_is_input(const struct graphql_type *type);     /* scalar, enum or input object */

/* Can an object of type `object` stand where `type` is asked for? `object` may be an interface, too: can all of its? */
bool graphql_is_possible(const struct graphql_type *type, const struct graphql_type *object);

/* Is every value of the type `sub` one of the type `super`, lists and non-nulls included? */
bool graphql_is_sub_reference(const struct graphql_reference *sub, const struct graphql_reference *super);

/* The schema as text, as graphql-js's printSchema lays it out. */
void graphql_print_schema(struct buffer *buffer, const struct graphql_schema *schema);

#endif
