/* Inside the room `extend`: extending the GraphQL schema. */
#ifndef LECTERN_EXTEND_SCHEMA_H
#define LECTERN_EXTEND_SCHEMA_H

#include "calls.h"

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

/* schema.c: may the schema be changed: is it still being built, and has the extension made no mistake? */
bool builder_is_open(const struct lectern_schema *schema);

struct lectern_type *builder_type(struct lectern_schema *schema, struct graphql_type *type);
struct lectern_field *builder_field(struct lectern_schema *schema, struct graphql_type *owner,
                                    struct graphql_field *field, struct graphql_input *input);

/* Is it a type of one of these kinds, in a schema that may be changed? Else that is noted. */
bool builder_has_kind(const lectern_type *type, enum graphql_kind kind, enum graphql_kind other);

#endif
