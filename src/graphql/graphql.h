/* The door of the room `graphql`: the query language itself (specification of October 2021), for any schema. Knows
 * nothing of content: the schema made of the models, and its resolvers, are the room `api/graphql`.
 *
 * Its folders, with the sections of the specification that they build:
 *
 * language       2     documents: tokens, parsing, printing, lines and columns
 * schema         3     the type system: building it by calls or from definitions, checking and finishing it
 * values         3, 6  values: coercing literals and variables to their types, and writing them
 * validate       5     documents beside a schema
 * execute        6, 7  requests: collecting fields, running resolvers, completing values, the answer
 * introspection  4     the fields __schema and __type
 *
 * Each uses those above it; only schema and values know each other (defaults are coerced when a schema is finished),
 * and a schema takes in the types of introspection. Other rooms include this header alone.
 *
 * Threads: one thread makes and finishes a schema. Then it does not change, and any thread validates and executes
 * documents with it; what one execution has belongs to one thread at a time. */
#ifndef LECTERN_GRAPHQL_GRAPHQL_H
#define LECTERN_GRAPHQL_GRAPHQL_H

#include "graphql/execute/execute.h"
#include "graphql/language/document.h"
#include "graphql/language/locate.h"
#include "graphql/language/print.h"
#include "graphql/schema/schema.h"
#include "graphql/validate/validate.h"
#include "graphql/values/variables.h"
#include "graphql/values/weigh.h"

#endif
