/* The door of the room `shadow`: the GraphQL schema that is made of the models ("shadow CRUD"), its resolvers, and the
 * endpoint. */
#ifndef LECTERN_SHADOW_SHADOW_H
#define LECTERN_SHADOW_SHADOW_H

#include "account/account.h"
#include "graphql/graphql.h"
#include "http/http.h"

struct shadow;
struct shadow_schema;

/* ---- what is left out of the schema: one table of switches, filled in before the schema is built ---- */

struct shadow_switches;

/* Everything is on, but what the plugins replace by their own: users' and roles' changes, permissions, locales. */
struct shadow_switches *shadow_switches_create(struct arena *arena, const struct registry *registry);

/* A content-type or component, by its uid. */
enum shadow_type_switch {
	SHADOW_TYPE,      /* the type as a whole */
	SHADOW_QUERIES,   /* its fields of Query */
	SHADOW_MUTATIONS, /* its fields of Mutation */
};
void shadow_disable(struct shadow_switches *switches, struct slice uid, enum shadow_type_switch part);
bool shadow_is_enabled(const struct shadow_switches *switches, struct slice uid, enum shadow_type_switch part);

/* "find", "findOne", "create", "update", "delete", or "*" for all. */
void shadow_disable_action(struct shadow_switches *switches, struct slice uid, struct slice action);
bool shadow_is_action_enabled(const struct shadow_switches *switches, struct slice uid, struct slice action);

enum shadow_field_switch {
	SHADOW_FIELD,   /* everywhere */
	SHADOW_OUTPUT,  /* in the type */
	SHADOW_INPUT,   /* in its input */
	SHADOW_FILTERS, /* in its filters */
};
void shadow_disable_field(struct shadow_switches *switches, struct slice uid, struct slice field,
                          enum shadow_field_switch part);
bool shadow_is_field_enabled(const struct shadow_switches *switches, struct slice uid, struct slice field,
                             enum shadow_field_switch part);

/* ---- who may call a field of Query or Mutation ---- */

enum shadow_admission {
	SHADOW_CALLERS, /* users and API tokens, not the public: what has no scope */
	SHADOW_SCOPED,  /* who holds the permission to do all of `actions` */
	SHADOW_ANYBODY,
};

/* Where a field of Mutation does its work; all fields of Query read. */
enum shadow_work {
	SHADOW_WRITES,  /* in a transaction of its own */
	SHADOW_ACCOUNT, /* by the room `account`, on its thread */
};

struct shadow_root {
	enum shadow_admission admission;
	const struct slice *actions; /* "api::restaurant.restaurant.find" */
	size_t action_count;
	enum shadow_work work;
};

/* ---- the schema ---- */

/* While it is built, and afterwards. */
struct shadow_schema {
	struct graphql_schema *graphql;
	const struct config *config;
	const struct registry *registry;
	const struct shadow_switches *switches;
	struct arena *arena; /* where all of it lives */
	struct map roots;    /* "Query.restaurants" -> struct shadow_root; what is missing is for callers, and writes */
	const struct graphql_type **types; /* by content_type.index: the type with the attributes, or NULL */
	const struct shadow_root **of_queries, **of_mutations; /* by graphql_field.index, when all is built */
	bool with_groups; /* entries as results have their groups (shadow_entry, batch resolvers) */
};

/* Says who may call "Query.x" or "Mutation.x"; the last word counts. Everything is copied. */
void shadow_set_root(struct shadow_schema *schema, const char *field, const struct shadow_root *root);

/* Makes the schema of the models. `extend` (or NULL) is called when all is there and nothing is finished: it may add,
 * change and take away types, fields and roots. NULL with *error when the schema is no good. */
struct shadow_schema *shadow_build(struct arena *arena, const struct config *config, const struct registry *registry,
                                   const struct shadow_switches *switches,
                                   bool (*extend)(void *context, struct shadow_schema *schema, struct error *error),
                                   void *context, struct error *error);

/* ---- the endpoint ---- */

/* `schema` and all other arguments must outlive the answer of the last request. */
struct shadow *shadow_create(const struct config *config, struct store *store, struct access *access,
                             struct content *content, struct accounts *accounts, struct shadow_schema *schema);
void shadow_destroy(struct shadow *shadow);

/* Has the whole set of the caller's permissions at hand in changes too, and not only what may be found. */
void shadow_keep_permissions(struct shadow *shadow);

/* ---- what resolvers and middlewares of others see of their request ---- */

/* The way to the content: false for fields of the room `account`, which have none. */
bool shadow_call_has_content(const struct graphql_call *call);
struct content_call shadow_call_content(const struct graphql_call *call);
const struct caller *shadow_call_caller(const struct graphql_call *call);
const struct http_request *shadow_call_request(const struct graphql_call *call);
bool shadow_call_writes(const struct graphql_call *call); /* is in a session that writes */

/* A place for whoever adds resolvers, NULL at first. */
void **shadow_call_slot(const struct graphql_call *call);

/* Tells that a change failed: what the root field at work wrote is taken back. */
void shadow_call_failed(const struct graphql_call *call);

/* The entry that a result is; false when it is none. Of a schema with groups. */
bool shadow_entry(const struct graphql_result *result, struct content_entry *entry);

/* Is the request for the endpoint? */
bool shadow_serves(const struct shadow *shadow, const struct http_request *request);

/* Answers a request for the endpoint (an http_handler); `shadow` is what shadow_create gave. */
void shadow_handle(void *shadow, struct http_request *request, struct http_response *response);

#endif
