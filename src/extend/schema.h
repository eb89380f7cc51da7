/* Inside the room `extend`: extending the GraphQL schema. */
#ifndef LECTERN_EXTEND_SCHEMA_H
#define LECTERN_EXTEND_SCHEMA_H

#include "call.h"

/* What lectern_use and lectern_use_function were given. */
struct use {
	struct lectern_app *app;
	const struct lectern_graphql *parts; /* or NULL: */
	lectern_schema_function *function;
	void *context;
	struct use *next;
};

struct plugin_use {
	struct lectern_app *app;
	const struct lectern_plugin *plugin;
	struct plugin_use *next;
};

/* The schema, as one extension sees it while it is built. */
struct lectern_schema {
	struct lectern_app *app;
	struct api_graphql_schema *api;
	struct graphql_schema *graphql;
	struct plugin_use **plugins; /* of all extensions */
};

struct lectern_type {
	struct lectern_schema *schema;
	struct graphql_type *type;
	const char *name; /* made beforehand: any thread may ask for it later */
};

/* A field, or (input) an input field or argument. */
struct lectern_field {
	struct lectern_schema *schema;
	struct graphql_type *owner;
	struct graphql_field *field;
	struct graphql_input *input;
	const char *name;
};

/* What graphql_field.context is for resolvers of extensions. */
struct resolver {
	struct lectern_app *app;
	lectern_resolver *run;
	void *context;
};

/* copy.c */
const lectern_graphql *copy_graphql(struct arena *arena, const lectern_graphql *given);
const lectern_plugin *copy_plugin(struct arena *arena, const lectern_plugin *given);

/* schema.c: may the schema be changed: is it still being built, and has the extension made no mistake? */
bool builder_is_open(const struct lectern_schema *schema);

struct lectern_type *builder_type(struct lectern_schema *schema, struct graphql_type *type);
struct lectern_field *builder_field(struct lectern_schema *schema, struct graphql_type *owner,
                                    struct graphql_field *field, struct graphql_input *input);

/* Is it a type of one of these kinds, in a schema that may be changed? Else that is noted. */
bool builder_has_kind(const lectern_type *type, enum graphql_kind kind, enum graphql_kind other);

/* The field that "Type.field" names; NULL when there is none. */
struct graphql_field *builder_find(const struct graphql_schema *schema, const char *name);

/* type_defs.c */
bool builder_add_text(struct lectern_schema *schema, const char *text);

/* resolved.c: a result as a value; false when it is of the server's own. */
bool resolved_value(lectern_call *call, const struct graphql_result *result, lectern_value **value);

/* resolve.c: what the engine calls. */
bool resolver_run(struct graphql_call *call, struct graphql_result *result);
bool resolver_run_batch(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                        struct graphql_result *results);
bool resolver_run_policy(void *step, struct graphql_call *call, struct graphql_result *results);
bool resolver_run_middleware(void *step, struct graphql_call *call, struct graphql_result *results);

/* Puts a middleware behind those that a field has. */
void resolver_wrap(struct graphql_schema *schema, struct graphql_field *field, graphql_middleware_function *run,
                   void *context);

#endif
