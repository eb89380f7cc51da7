/* Inside the room `api/graphql`: the resolvers, which also tell the planner what a field is. */
#ifndef LECTERN_API_GRAPHQL_RESOLVERS_H
#define LECTERN_API_GRAPHQL_RESOLVERS_H

#include "graphql/graphql.h"

/* resolve.c: fields of what was read. Their context is the attribute, where they have one. */
graphql_resolver resolve_component_id; /* id of a component */
graphql_resolver resolve_scalar;       /* resolve_scalar.c */
graphql_resolver resolve_related;      /* relations, media and components, to one or to many, by their response types */
graphql_resolver resolve_items;        /* dynamic zones and polymorphic relations */
graphql_resolver resolve_entity_id;
graphql_resolver resolve_attributes;
graphql_resolver resolve_data; /* of a response: an entry or a list of them */
graphql_resolver resolve_meta;
graphql_resolver resolve_pagination;
graphql_resolver resolve_page; /* the numbers of a pagination */

/* Where others gave an object as JSON, its members are its fields. */
static inline bool resolves_json(const struct graphql_call *call)
{
	return call->parent && call->parent->kind == GRAPHQL_RESULT_VALUE;
}
bool resolve_member(const struct graphql_call *call, struct graphql_result *result);

/* Lets only those in who may call a field of Query or Mutation (a graphql_middleware_function). */
bool resolve_admitted(void *context, struct graphql_call *call, struct graphql_result *result);

/* Which object type an entry of a dynamic zone or a polymorphic relation has. */
const struct graphql_type *resolve_entry_type(struct graphql_call *call, const struct graphql_result *result);

/* queries.c: the fields of Query. Their context is the content-type. */
graphql_resolver resolve_find;
graphql_resolver resolve_find_one;
graphql_resolver resolve_find_single;
graphql_resolver resolve_me;

/* mutations.c: the fields of Mutation. Their context is the content-type. */
graphql_resolver resolve_create;
graphql_resolver resolve_update;
graphql_resolver resolve_delete;
graphql_resolver resolve_update_single;
graphql_resolver resolve_delete_single;
graphql_resolver resolve_create_localization;

/* files.c */
graphql_resolver resolve_upload;
graphql_resolver resolve_multiple_upload;
graphql_resolver resolve_update_file_info;
graphql_resolver resolve_remove_file;

/* accounts.c */
graphql_resolver resolve_login;
graphql_resolver resolve_register;
graphql_resolver resolve_forgot_password;
graphql_resolver resolve_reset_password;
graphql_resolver resolve_change_password;
graphql_resolver resolve_email_confirmation;
graphql_resolver resolve_create_user;
graphql_resolver resolve_update_user;
graphql_resolver resolve_delete_user;
graphql_resolver resolve_create_role;
graphql_resolver resolve_update_role;
graphql_resolver resolve_delete_role;

#endif
