/* The door of the room `api/graphql`: the GraphQL schema that is made of the models ("shadow CRUD"), its resolvers, and
 * the endpoint.
 *
 * Threads: made by the main thread before the server starts. api_graphql_handle is called on the serving threads;
 * functions with a graphql_call are called on the thread that executes it. */
#ifndef LECTERN_API_GRAPHQL_H
#define LECTERN_API_GRAPHQL_H

#include "account/account.h"
#include "api/request/request.h"
#include "graphql/graphql.h"

struct api_graphql;
struct api_graphql_schema;

/* ---- switches: types and fields that the schema leaves out; set before the schema is built ---- */

struct api_graphql_switches;

/* Everything is on, but what the plugins replace by their own: users' and roles' changes, permissions, locales. */
struct api_graphql_switches *api_graphql_switches_create(struct arena *arena, const struct registry *registry);

/* A content-type or component, by its uid. */
enum api_graphql_type_switch {
	API_GRAPHQL_TYPE,      /* the type as a whole */
	API_GRAPHQL_QUERIES,   /* its fields of Query */
	API_GRAPHQL_MUTATIONS, /* its fields of Mutation */
};
void api_graphql_disable(struct api_graphql_switches *switches, struct slice uid, enum api_graphql_type_switch part);
bool api_graphql_is_enabled(const struct api_graphql_switches *switches, struct slice uid,
                            enum api_graphql_type_switch part);

/* "find", "findOne", "create", "update", "delete", or "*" for all. */
void api_graphql_disable_action(struct api_graphql_switches *switches, struct slice uid, struct slice action);
bool api_graphql_is_action_enabled(const struct api_graphql_switches *switches, struct slice uid, struct slice action);

enum api_graphql_field_switch {
	API_GRAPHQL_FIELD,   /* everywhere */
	API_GRAPHQL_OUTPUT,  /* in the type */
	API_GRAPHQL_INPUT,   /* in its input */
	API_GRAPHQL_FILTERS, /* in its filters */
};
void api_graphql_disable_field(struct api_graphql_switches *switches, struct slice uid, struct slice field,
                               enum api_graphql_field_switch part);
bool api_graphql_is_field_enabled(const struct api_graphql_switches *switches, struct slice uid, struct slice field,
                                  enum api_graphql_field_switch part);

/* ---- the callers that a field of Query or Mutation allows ---- */

enum api_graphql_admission {
	API_GRAPHQL_CALLERS, /* users, and API tokens with full access: fields without a scope, as in Strapi */
	API_GRAPHQL_SCOPED,  /* callers with the permission to do all of `actions` */
	API_GRAPHQL_ANYBODY,
};

/* Where a field of Mutation does its work; all fields of Query read. */
enum api_graphql_work {
	API_GRAPHQL_WRITES,    /* in a transaction of its own */
	API_GRAPHQL_ACCOUNT,   /* by the room `account`, on its thread */
	API_GRAPHQL_ELSEWHERE, /* by its resolver: in no transaction, and it may wait */
};

struct api_graphql_root {
	enum api_graphql_admission admission;
	const struct slice *actions; /* "api::restaurant.restaurant.find" */
	size_t action_count;
	enum api_graphql_work work;
	struct closed *closed; /* or NULL; see api_graphql_close_action */
};

/* ---- the schema ---- */

/* While it is built, and afterwards. */
struct api_graphql_schema {
	struct graphql_schema *graphql;
	const struct config *config;
	const struct registry *registry;
	const struct api_graphql_switches *switches;
	struct arena *arena; /* where all of it lives */
	struct map
	    roots; /* "Query.restaurants" -> struct api_graphql_root; what is missing is for callers, and writes */
	const struct graphql_type **types; /* by content_type.index: the type with the attributes, or NULL */
	const struct api_graphql_root **of_queries, **of_mutations; /* by graphql_field.index, when all is built */
	struct map shapes;                                          /* by name: the types of code_entries.c */
	bool waits; /* fields may wait: requests that select one (graphql_field.waits) run where that is allowed */
	bool with_groups; /* entries as results have their groups (api_graphql_entry, batch resolvers) */
};

/* Sets the callers that "Query.x" or "Mutation.x" allows; the last call counts. Everything is copied. */
void api_graphql_set_root(struct api_graphql_schema *schema, const char *field, const struct api_graphql_root *root);

/* Makes the schema of the models. `extend` (or NULL) is called when all is there and nothing is finished: it may add,
 * change and take away types, fields and roots. NULL with *error when the schema is no good. */
struct api_graphql_schema *
api_graphql_build(struct arena *arena, const struct config *config, const struct registry *registry,
                  const struct api_graphql_switches *switches,
                  bool (*extend)(void *context, struct api_graphql_schema *schema, struct error *error), void *context,
                  struct error *error);

/* ---- the endpoint ---- */

/* `schema` and all other arguments must outlive the answer of the last request. */
struct api_graphql *api_graphql_create(const struct config *config, struct requests *requests, struct content *content,
                                       struct accounts *accounts, struct media *media,
                                       struct api_graphql_schema *schema);
void api_graphql_destroy(struct api_graphql *api);

/* Whether code stands around a request to the endpoint: it makes one of its own, which comes to api_graphql_handle. */
bool api_graphql_is_by_code(const struct api_graphql *api, const struct http_request *http);

/* The schema as text. */
void api_graphql_print(const struct api_graphql *api, struct buffer *buffer);

/* Whether the body of a request to the endpoint is a form with files, which is to be read as it comes. */
bool api_graphql_takes_form(const struct http_request *http);

/* ---- closing fields that depend on code of the project that is not run; before the first request ---- */

/* Closes the fields of Query and Mutation that take the permission to do `action`, or any that begins so when it ends
 * with a point; or the field "Mutation.login" itself. A request that selects one of them is answered with 501 and
 * nothing of it is run. */
void api_graphql_close_action(struct api_graphql *api, const char *action, struct closed *closed);

/* Closes the endpoint. */
void api_graphql_close(struct api_graphql *api, struct closed *closed);

/* ---- the request, for resolvers and middlewares of other rooms ---- */

/* The request as all dialects have it: its HTTP request, its caller, and its session, which the fields of accounts
 * don't have.
 */
struct request *api_graphql_call_request(const struct graphql_call *call);

/* A place of the same kind for resolvers in the project's code. `at_end` is called with it when the request is over. */
void **api_graphql_call_code(const struct graphql_call *call, void (*at_end)(void *slot));

/* While a resolver of a field that waits does so, it holds nothing of the database: to be called around that. False,
 * with the call's error, when the database can't be had again. */
void api_graphql_call_pause(const struct graphql_call *call);
bool api_graphql_call_go_on(const struct graphql_call *call);

/* The document of the request, its variables (or NULL), and the operation at work. */
const struct graphql_document *api_graphql_call_document(const struct graphql_call *call,
                                                         struct json_object **variables,
                                                         const struct graphql_operation **operation);

/* ---- values that others give for the types that the models give: entries as objects, and responses around them as
 * Strapi's toEntityResponse makes them ---- */

/* Whether it is one of those types. */
bool api_graphql_code_entries_fit(const struct api_graphql_schema *schema, const struct graphql_type *type);

/* The content-type that such a type is made of, or NULL. */
const struct content_type *api_graphql_type_of(const struct api_graphql_schema *schema,
                                               const struct graphql_type *type);

/* Makes results of that type of values: what stands in the objects are the entries' fields, what they are related to is
 * read for all of them at once. In the "info" of a response, "pagination" and its members may be {"@error": …}, as
 * api_graphql_take_error has it. The values live as long as the request. False with the call's error. */
bool api_graphql_code_entries(struct graphql_call *call, const struct graphql_type *type,
                              struct json_object *const *values, size_t count, struct graphql_result *results);

/* The object that was given for a result; NULL: none was. */
struct json_object *api_graphql_code_value(const struct graphql_call *call, const struct graphql_result *result);

/* A response of the call's parent type, or its meta or pagination, as code of Strapi's has it: {"value": entry} or
 * {"nodes": entries}, with "info". *json is NULL where the parent is none of these. Kept until the request is over.
 * False with the call's error. */
bool api_graphql_response_json(struct graphql_call *call, const struct graphql_result *result,
                               struct json_object **json);

/* Keeps a value until the request is over. */
void api_graphql_keep(const struct graphql_call *call, struct json_object *json);

/* Writes the description of a resolver of the models, as an object: {"kind": "find", "uid": …}. Kinds: find, findOne,
 * create, update, delete (and "single": true); related ("uid", "attribute"); value, nodes, info, itself and member of
 * the parent. Of others null. */
void api_graphql_write_resolver(struct buffer *buffer, const struct api_graphql_schema *schema,
                                const struct graphql_field *field);

/* Checks a list's arguments, for entries of that type, as the server's own resolvers do.
 * False with the call's error. */
bool api_graphql_check_arguments(const struct graphql_call *call, const struct content_type *type);

/* The name of errors that clients get as they are: `details` are the extensions; with place and path from status 500
 * on.
 */
#define API_GRAPHQL_ERROR_AS_IT_IS "ErrorAsItIs"

/* Such an error of {"message", "located", "extensions"}. Returns false. */
bool api_graphql_take_error(struct arena *arena, struct json_object *json, struct error *error);

/* The entry that a result is; false when it is none. Of a schema with groups. */
bool api_graphql_entry(const struct graphql_result *result, struct content_entry *entry);

/* Is the request for the endpoint? */
bool api_graphql_serves(const struct api_graphql *api, const struct http_request *http);

/* Answers a request for the endpoint (an http_handler); `api` comes from api_graphql_create. */
void api_graphql_handle(void *context, struct http_request *http, struct http_response *response);

#endif
