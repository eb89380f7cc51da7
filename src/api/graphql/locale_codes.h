/* Inside the room `api/graphql`: the codes of languages. */
#ifndef LECTERN_API_GRAPHQL_LOCALE_CODES_H
#define LECTERN_API_GRAPHQL_LOCALE_CODES_H

#include "base/base.h"

/* True for "en", "fr-CA" and the like. */
bool api_graphql_locale_is_known(struct slice code);

#endif
