/* GraphQL in the project's code: its calls of strapi.plugin('graphql').service('extension'), put into the schema that
 * is made of the models, and run.
 *
 * The process says at its start what there is (the description); docs/architecture.md has its form. A field whose
 * resolver, policies or middlewares are code is resolved by one ask for all parents that were read together. */
#ifndef LECTERN_HOST_GRAPHQL_H
#define LECTERN_HOST_GRAPHQL_H

#include "api/graphql/api_graphql.h"
#include "extend/extend.h"
#include "host/process/process.h"

struct host_graphql;

/* `description`: the member "graphql" of what the process answered to "load"; it and all else must outlive the schema.
 * NULL when it has nothing for GraphQL. `host` and
 * `extensions` may be NULL where only the schema is wanted. */
struct host_graphql *host_graphql_create(struct arena *arena, struct host *host, struct json_object *description,
                                         struct extensions *extensions);

/* Turns off what code has turned off with shadowCRUD. */
void host_graphql_switch(const struct host_graphql *graphql, struct api_graphql_switches *switches);

/* For api_graphql_build, in place of extend_schema: what extensions add, then what code adds. */
bool host_graphql_extend(void *graphql, struct api_graphql_schema *schema, struct error *error);

#endif
