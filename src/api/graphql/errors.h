/* Inside the room `api/graphql`: errors as Strapi's GraphQL shows them. */
#ifndef LECTERN_API_GRAPHQL_ERRORS_H
#define LECTERN_API_GRAPHQL_ERRORS_H

#include "context.h"

/* What clients get of an error (graphql_request.show_error). */
void api_graphql_show_error(void *context, struct arena *arena, const struct error *error,
                            struct graphql_shown_error *shown);

/* "Authentication requested", as Strapi words it. */
bool api_graphql_require_authentication(struct error *error);

/* A field that takes an id got none: the database's error of Strapi, on the client that `config` names. */
bool api_graphql_refuse_no_id(const struct config *config, struct error *error);

#endif
