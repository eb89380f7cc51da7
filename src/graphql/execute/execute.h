/* Execution (specification, section 6). One request: graphql_prepare coerces its variables and collects its fields,
 * then the root fields run one by one, each writing its part of the answer as JSON.
 *
 * Depth first, on the calling thread, straight into a buffer: a null that may not be one takes back what was written
 * since the nearest field that may be null. Fields are collected once for each place of the document and not once for
 * each object, and so are arguments, which can't depend on objects. So a root field's resolver can look down the whole
 * of what is selected below it and read that set-wise; it leaves what it found out in graphql_selected.plan, where the
 * resolvers of the fields below find it. */
#ifndef LECTERN_GRAPHQL_EXECUTE_H
#define LECTERN_GRAPHQL_EXECUTE_H

#include "graphql/schema/schema.h"

/* ---- results ---- */

enum graphql_result_kind {
	GRAPHQL_RESULT_NULL,
	/* A leaf as JSON text, valid for its type and not null: written as it is; or so a list of leaves. */
	GRAPHQL_RESULT_JSON,
	GRAPHQL_RESULT_BOOLEAN, /* leaves, converted to the field's type or refused, as the specification says */
	GRAPHQL_RESULT_INTEGER,
	GRAPHQL_RESULT_NUMBER,
	GRAPHQL_RESULT_STRING,
	GRAPHQL_RESULT_VALUE, /* a json-c value: leaves, lists and objects, by the field's type */
	GRAPHQL_RESULT_OBJECT,
	GRAPHQL_RESULT_LIST,
	GRAPHQL_RESULT_ERROR, /* of a resolver, and one by one of a batch resolver: `object` is its struct error */
};

/* Objects that were read together: batch resolvers run once for all of them. */
struct graphql_group {
	size_t count;
	/* The object number `index` as a result. */
	void (*object)(const struct graphql_group *group, size_t index, struct graphql_result *result);
	const void *context;
};

/* Resolvers get it as NULL with type and group NULL; the other members they need not set unless their kind has them. */
struct graphql_result {
	enum graphql_result_kind kind;
	bool boolean;
	int64_t integer;
	double number;
	struct slice text;         /* JSON, STRING; lives as long as the request */
	struct json_object *value; /* VALUE: borrowed, lives as long as the request */
	const void *object;        /* OBJECT: whatever the resolvers of its type understand */
	/* OBJECT: its type, where the field's is abstract; or NULL: resolve_type tells. */
	const struct graphql_type *type;
	const struct graphql_group *group; /* OBJECT: what it was read with, or NULL; */
	size_t index;                      /* … and its place there */
	size_t count;                      /* LIST */
	/* LIST: gives item number `index`; `object` is for its use. False with call->error filled in fails that item.
	 */
	bool (*item)(struct graphql_call *call, const void *object, size_t index, struct graphql_result *result);
};

/* ---- what was selected ---- */

/* A field of the answer, collected from all places that select it under the same key. */
struct graphql_selected {
	struct slice key;                      /* the alias, or the name */
	const struct graphql_field *field;     /* NULL: __typename */
	const struct graphql_value *arguments; /* in the order of field->arguments; ABSENT where not given */
	const char *refusal;                   /* why its arguments can't be coerced (then it fails), or NULL */
	graphql_offset refused_at;
	graphql_offset at;                      /* where it stands in the document */
	const struct graphql_selection **nodes; /* all places */
	size_t node_count;
	const struct graphql_selected *parent; /* the field around it, or NULL */
	struct graphql_selected_set *sets;     /* what is selected below, by object type; made when asked for */
	void *plan;                            /* of the resolvers; NULL at the start */
	unsigned depth;                        /* fields around it */
	bool leaf;                             /* of a scalar or enum, and no list */
	struct slice opening;                  /* ,"key": as it is written; of __typename with the value */
	graphql_leaf_writer *write;            /* asked before the resolver, or NULL */
	struct graphql_batch *batch;           /* of the executor: the last one used */
};

struct graphql_selected_set {
	const struct graphql_type *type; /* an object type */
	struct graphql_selected *items;
	size_t count;
	struct graphql_selected_set *next;
};

/* What is selected below a field for objects of that type (an object type). NULL when the whole request selects more
 * than its limit, or when a @skip or @include can't be told; there is then nothing to plan: the field fails of itself.
 */
const struct graphql_selected_set *graphql_selected_below(struct graphql_execution *execution,
                                                          struct graphql_selected *selected,
                                                          const struct graphql_type *type);

/* ---- resolving ---- */

/* A resolver at work. Lives as long as the resolver runs. */
struct graphql_call {
	struct graphql_execution *execution;
	void *context;                     /* of the request: graphql_request.context */
	struct arena *arena;               /* of the request */
	struct graphql_selected *selected; /* and with it field and arguments */
	const struct graphql_field *field;
	const struct graphql_value *arguments;
	const struct graphql_type *parent_type;
	const struct graphql_result *parent; /* kind OBJECT or VALUE; at the root graphql_request.root */
	size_t parent_count;                 /* in a batch: parents from `parent` on, and results; else 1 */
	struct error *error;
	const struct graphql_step *step; /* the one at work */
};

/* Goes on with the next step, or the resolver. */
bool graphql_next(struct graphql_call *call, struct graphql_result *result);

/* Makes room at once for an answer of about that many bytes more. */
void graphql_expect_bytes(struct graphql_execution *execution, size_t bytes);

/* An argument by name, or NULL when it is absent. */
const struct graphql_value *graphql_argument(const struct graphql_call *call, const char *name);

/* ---- requests ---- */

/* The name (struct error) of the errors that execution itself finds: a null where none may be, a result that is none of
 * its type (status 500), and limits (400). */
#define GRAPHQL_ERROR_NAME "GraphQLError"

/* How an error of a resolver is shown. */
struct graphql_shown_error {
	const char *message;
	const char *extensions; /* a JSON object, or NULL */
	bool located;           /* with locations and path */
};

struct graphql_request {
	const struct graphql_schema *schema;
	const struct graphql_document *document; /* valid (validate.h) */
	const struct graphql_operation *operation;
	struct json_object *variables;     /* an object, or NULL */
	const struct graphql_result *root; /* the parent of the root fields, or NULL */
	void *context;                     /* for the resolvers */
	struct arena *arena;
	size_t max_selected; /* fields of the answer's shape, at most; 0: 20,000 */
	/* How many values arguments may still hold, each place counted (and every 16 bytes of a text, and every list
	 * that the type of a variable wraps around a value); goes down, and may be shared by requests. NULL: any
	 * number. */
	size_t *values_left;
	size_t max_bytes; /* of the data in the answer; 0: any */
	/* What clients get of an error; it comes filled in with a copy of the message and located. NULL: that. `error`
	 * is good only during the call. */
	void (*show_error)(void *context, struct arena *arena, const struct error *error,
	                   struct graphql_shown_error *shown);
};

/* Collects the fields of a valid document as far as they are the same for every request: executions copy them then.
 * What they are is allocated in `arena`, which lives as long as the document; the schema changes no more. */
void graphql_collect_ahead(struct arena *arena, const struct graphql_schema *schema, struct graphql_document *document);

/* Chooses the operation by name (ptr NULL: the only one; no operation has an empty name). NULL with *message, in
 * `arena`, as graphql-js words it. */
const struct graphql_operation *graphql_choose_operation(struct arena *arena, const struct graphql_document *document,
                                                         struct slice name, const char **message);

/* Coerces the variables and collects the root fields. NULL when the variables are wrong: *errors then lists what is,
 * worded as graphql-js words it. */
struct graphql_execution *graphql_prepare(const struct graphql_request *request, const struct graphql_error **errors,
                                          size_t *error_count);

/* The root fields, in order. */
struct graphql_selected_set *graphql_root_fields(struct graphql_execution *execution);

/* Runs root field number `index`: once each, in order. */
void graphql_run_field(struct graphql_execution *execution, size_t index);

/* The same in two parts: its resolver alone, then all that is selected below it, which may be done on another thread.
 */
void graphql_resolve_field(struct graphql_execution *execution, size_t index);
void graphql_complete_field(struct graphql_execution *execution);

/* Between the two: the field has that error in place of what was resolved. */
void graphql_refuse_field(struct graphql_execution *execution, const struct error *error);

/* Writes {"errors":[…],"data":…}: errors first and only when there are some, as Strapi does. */
void graphql_write_answer(struct graphql_execution *execution, struct buffer *buffer);

/* How many errors there were. */
size_t graphql_error_count(const struct graphql_execution *execution);

/* Frees what is not in the arena. */
void graphql_end(struct graphql_execution *execution);

/* Writes [{"message":…,"locations":[…],"extensions":{"code":…}}] for errors before execution. */
void graphql_write_errors(struct buffer *buffer, struct slice document, const struct graphql_error *errors,
                          size_t count, const char *code);

#endif
