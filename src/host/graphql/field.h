/* Inside the folder `graphql`: fields that code resolves. */
#ifndef LECTERN_HOST_GRAPHQL_FIELD_H
#define LECTERN_HOST_GRAPHQL_FIELD_H

#include "graphql.h"

struct host_graphql {
	struct host *host;
	struct arena *arena;
	struct json_object *description;
	struct extensions *extensions;
	const struct api_graphql_schema *schema; /* once it is built */
};

/* What graphql_field.context is. */
struct code_field {
	struct host_graphql *graphql;
	const char *name;                  /* "Restaurant.shout" */
	const struct content_type *listed; /* whose entries it lists for the caller's arguments; or NULL */
	const char *original; /* JSON: what the field did before, as api_graphql_write_resolver says; or null */
};

/* The resolver: asks for the values of all parents. */
bool field_resolve(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                   struct graphql_result *results);

/* A middleware whose context is a code_field: asks whether the policies let it pass, and with which arguments. */
bool field_admit(void *field, struct graphql_call *call, struct graphql_result *results);

/* The resolver of fields of code's own types: members of the parents, which may be entries. */
bool field_members(struct graphql_call *call, const struct graphql_result *parents, size_t count,
                   struct graphql_result *results);

#endif
