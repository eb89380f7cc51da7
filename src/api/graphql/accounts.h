/* Inside the room `api/graphql`: the fields of Mutation about accounts. */
#ifndef LECTERN_API_GRAPHQL_ACCOUNTS_H
#define LECTERN_API_GRAPHQL_ACCOUNTS_H

#include "graphql/graphql.h"

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
