/* Inside the room `api/graphql`: the fields of what was read. Their context is the attribute, where they have one. */
#ifndef LECTERN_API_GRAPHQL_RESOLVE_H
#define LECTERN_API_GRAPHQL_RESOLVE_H

#include "graphql/graphql.h"

graphql_resolver api_graphql_resolve_component_id;
/* relations, media and components, to one or to many, by their response types */
graphql_resolver api_graphql_resolve_related;
graphql_resolver api_graphql_resolve_items; /* dynamic zones and polymorphic relations */
graphql_resolver api_graphql_resolve_entity_id;
graphql_leaf_writer api_graphql_write_id; /* of an entity */
graphql_resolver api_graphql_resolve_attributes;
graphql_resolver api_graphql_resolve_data; /* of a response: an entry or a list of them */
graphql_resolver api_graphql_resolve_meta;
graphql_resolver api_graphql_resolve_pagination;
graphql_resolver api_graphql_resolve_page; /* the numbers of a pagination */

/* True where the parent is JSON that an extension or the room `account` made: its members are its fields. */
static inline bool resolves_json(const struct graphql_call *call)
{
	return call->parent && call->parent->kind == GRAPHQL_RESULT_VALUE;
}

/* The member of that JSON which has the field's name; null when there is none. */
bool api_graphql_resolve_member(const struct graphql_call *call, struct graphql_result *result);

/* Refuses callers without the permission for a field of Query or Mutation (a graphql_step_function). */
bool api_graphql_resolve_admitted(void *context, struct graphql_call *call, struct graphql_result *result);

/* The same for a field of a content-type that is named Subscription: GraphQL takes it for the root of subscriptions,
 * and Strapi asks at each of its fields who calls. As a root it has nothing. */
bool api_graphql_resolve_subscription(void *context, struct graphql_call *call, struct graphql_result *result);

/* Which object type an entry of a dynamic zone or a polymorphic relation has. */
const struct graphql_type *api_graphql_resolve_entry_type(struct graphql_call *call,
                                                          const struct graphql_result *result);

#endif
