/* lectern's extension interface.
 *
 * An extension is a shared object in the project's folder extensions/ with one entry point, lectern_register. The
 * server calls it once when it starts, before the schema is built; there the extension says what it adds and changes:
 * lifecycle hooks, REST routes, policies and middlewares, customised actions, GraphQL types and resolvers.
 * docs/extensions.md is the tutorial.
 *
 *     #include <lectern.h>
 *
 *     static bool hello(void *context, lectern_call *call)
 *     {
 *             (void)context;
 *             return lectern_respond(call, lectern_new_text(call, "Hello"));
 *     }
 *
 *     bool lectern_register(lectern_app *app)
 *     {
 *             return lectern_auth_none(lectern_add_route(app, "GET", "/hello", hello, NULL));
 *     }
 *
 * Handles are opaque. Names and texts that are given are terminated and copied, unless a length is given with them.
 *
 * Nothing is freed by the extension: what belongs to a call (values, texts) lives until its request was answered, what
 * belongs to the app lives as long as the server. A lectern_call itself is good only until the function that got it
 * returns.
 *
 * Functions that can fail return false, and the reason is then the call's error (or the app's): pass the false on and
 * the client gets that error. A function of yours fails by `return lectern_fail(call, …)`.
 *
 * Functions that give a handle give NULL when they fail, and all functions that register or build take NULL for a
 * handle: they fail too. So calls can be chained, and the first mistake is the one that is told. An extension that
 * registers a mistake is refused as a whole. What wants to register later, while requests are served, fails and stands
 * in the log.
 *
 * Your functions are called from all threads of the server, several at once. What they share needs a lock, or must not
 * change after lectern_register.
 *
 * Your functions run on the threads that serve, and, where they write, inside of the one transaction that writes: a
 * function that waits makes others wait.
 */
#ifndef LECTERN_H
#define LECTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An extension works with servers of the same major version, and of the same or a later minor version. */
#define LECTERN_INTERFACE_MAJOR 1
#define LECTERN_INTERFACE_MINOR 0

#if defined(__GNUC__)
#define LECTERN_EXPORT __attribute__((visibility("default")))
#define LECTERN_FORMAT(string, first) __attribute__((format(printf, string, first)))
/* By this the server knows which version an extension was built for. The server itself is none. */
#ifndef LECTERN_SERVER
extern __attribute__((weak, visibility("default"))) const unsigned lectern_built_for[2];
const unsigned lectern_built_for[2] = {LECTERN_INTERFACE_MAJOR, LECTERN_INTERFACE_MINOR};
#endif
#else
#error "lectern.h needs a compiler that knows GNU C's attributes, such as gcc or clang"
#endif

typedef struct lectern_app lectern_app;     /* the server while extensions register */
typedef struct lectern_call lectern_call;   /* a request, a resolver or a hook at work */
typedef struct lectern_value lectern_value; /* a value as JSON has them; NULL is null */

/* The entry point, which the extension defines. False refuses the extension: say why with lectern_refuse. */
LECTERN_EXPORT bool lectern_register(lectern_app *app);

/* Text: terminated, and length bytes long without the terminator (it may contain others). UTF-8. data is never NULL. */
typedef struct lectern_text {
	const char *data;
	size_t length;
} lectern_text;

/* ==== the server ==== */

/* Refuses the extension for the given reason (as of printf). Returns false. */
bool lectern_refuse(lectern_app *app, const char *format, ...) LECTERN_FORMAT(2, 3);

/* The extension's name: its file's without .so. */
const char *lectern_extension_name(const lectern_app *app);

/* What config/extensions.json has for it in config.NAME: NULL when there is nothing. Lives as long as the server. */
const lectern_value *lectern_extension_config(const lectern_app *app);

/* Whether the project has a content-type or component of that uid ("api::restaurant.restaurant"), and whether it has a
 * field. */
bool lectern_has_type(const lectern_app *app, const char *uid);
bool lectern_has_field(const lectern_app *app, const char *uid, const char *field);

/* One line in the server's log. */
typedef enum lectern_level { LECTERN_DEBUG, LECTERN_INFO, LECTERN_WARNING, LECTERN_ERROR } lectern_level;
void lectern_log(lectern_level level, const char *format, ...) LECTERN_FORMAT(2, 3);

/* ==== values ====
 *
 * Values are made for a call and live as long as its request. A value may be put into several others. Don't put a value
 * into itself. Reading functions take any value and give what is said for those of another kind. A text that is NULL,
 * or longer than 700 MB, makes null. */

typedef enum lectern_kind {
	LECTERN_NULL,
	LECTERN_BOOLEAN,
	LECTERN_INTEGER,
	LECTERN_NUMBER,
	LECTERN_STRING,
	LECTERN_ARRAY,
	LECTERN_OBJECT
} lectern_kind;

lectern_kind lectern_kind_of(const lectern_value *value);

lectern_value *lectern_new_boolean(lectern_call *call, bool boolean);
lectern_value *lectern_new_integer(lectern_call *call, int64_t integer);
lectern_value *lectern_new_number(lectern_call *call, double number); /* null for infinity and NaN */
lectern_value *lectern_new_string(lectern_call *call, const char *data,
                                  size_t length);                      /* bytes that are not UTF-8 become U+FFFD */
lectern_value *lectern_new_text(lectern_call *call, const char *text); /* terminated */
lectern_value *lectern_new_format(lectern_call *call, const char *format, ...) LECTERN_FORMAT(2, 3);
lectern_value *lectern_new_array(lectern_call *call);
lectern_value *lectern_new_object(lectern_call *call);

/* JSON text as a value; false with a ValidationError when it is none, or nested deeper than 64. */
bool lectern_parse(lectern_call *call, const char *json, size_t length, lectern_value **value);

/* The same for text that you wrote yourself: NULL when it is no JSON. */
lectern_value *lectern_json(lectern_call *call, const char *json);

/* A value as JSON text. */
lectern_text lectern_write(lectern_call *call, const lectern_value *value);

/* A copy of all of it. */
lectern_value *lectern_copy(lectern_call *call, const lectern_value *value);

bool lectern_as_boolean(const lectern_value *value, bool otherwise);
int64_t lectern_as_integer(const lectern_value *value, int64_t otherwise); /* of a number that is whole, too */
double lectern_as_number(const lectern_value *value, double otherwise);    /* of an integer, too */
lectern_text lectern_as_text(const lectern_value *value);                  /* "" when it is no string */
bool lectern_is_text(const lectern_value *value, const char *text);        /* is it that string? */

size_t lectern_length(const lectern_value *value); /* of an array or object; else 0 */
lectern_value *lectern_at(const lectern_value *array, size_t index);
lectern_value *lectern_get(const lectern_value *object, const char *key);
bool lectern_has(const lectern_value *object, const char *key);        /* true for members that are null */
const char *lectern_key_at(const lectern_value *object, size_t index); /* in order; NULL behind the last. A NUL in a
                                                                           key stands as the bytes C0 80 */
lectern_value *lectern_member_at(const lectern_value *object, size_t index); /* beside it */

/* What keys and indexes with dots between them lead to: lectern_path(entry, "address.hours.0.day"). NULL when there is
 * nothing. */
lectern_value *lectern_path(const lectern_value *value, const char *path);

/* False when `object` is none (`array`, likewise). */
bool lectern_set(lectern_value *object, const char *key, lectern_value *value);
bool lectern_unset(lectern_value *object, const char *key);
bool lectern_append(lectern_value *array, lectern_value *value);

/* Sets what keys with dots between them lead to, making objects on the way: lectern_put(call, query,
 * "filters.city.$eq", city). */
bool lectern_put(lectern_call *call, lectern_value *object, const char *path, lectern_value *value);

/* ==== errors ==== */

/* Fills in the call's error and returns false. The client gets the error envelope with that status (400 to 599), name
 * and message. */
bool lectern_fail(lectern_call *call, int status, const char *name, const char *format, ...) LECTERN_FORMAT(4, 5);

/* 400 ValidationError, 403 ForbiddenError "Forbidden", 403 PolicyError, 404 NotFoundError "Not Found". */
bool lectern_fail_validation(lectern_call *call, const char *format, ...) LECTERN_FORMAT(2, 3);
bool lectern_fail_forbidden(lectern_call *call);
bool lectern_fail_policy(lectern_call *call, const char *format, ...) LECTERN_FORMAT(2, 3);
bool lectern_fail_not_found(lectern_call *call);

/* Adds the error's details, an object. Returns false. */
bool lectern_fail_details(lectern_call *call, const lectern_value *details);

/* What the call's error is after something has failed, and that it shall be none (then the caller must not return
 * false). A change that failed takes back all of its request, whatever becomes of its error. */
int lectern_error_status(const lectern_call *call); /* 0: none */
const char *lectern_error_name(const lectern_call *call);
const char *lectern_error_message(const lectern_call *call);
const lectern_value *lectern_error_details(lectern_call *call);
void lectern_clear_error(lectern_call *call);

/* ==== who is calling ==== */

typedef enum lectern_caller {
	LECTERN_CALLER_PUBLIC, /* no token */
	LECTERN_CALLER_USER,   /* a user's JWT */
	LECTERN_CALLER_TOKEN,  /* an API token */
	LECTERN_CALLER_SERVER  /* the command line, or the server itself */
} lectern_caller;

lectern_caller lectern_caller_kind(const lectern_call *call);

/* The user's id; 0 when the caller is none. */
int64_t lectern_caller_user_id(const lectern_call *call);

/* The role's type: "authenticated", "public", …; "" for tokens and the server. */
bool lectern_caller_role(lectern_call *call, lectern_text *role);

/* The user with the role (id, username, email, …, role), without passwords; null when the caller is no user. */
bool lectern_caller_user(lectern_call *call, lectern_value **user);

/* Has the caller been granted an action ("api::restaurant.restaurant.find")? The server may do all. */
bool lectern_allowed(const lectern_call *call, const char *action);

/* ==== the request ==== Over GraphQL it is that of the whole document. In hooks there is none: all is empty. */

lectern_text lectern_request_method(const lectern_call *call);
lectern_text lectern_request_path(const lectern_call *call);
lectern_text lectern_request_header(const lectern_call *call, const char *name); /* "" when it was not sent */
lectern_text lectern_request_address(const lectern_call *call); /* the client's, as the server's log names it */

/* An object of the request's own, empty at first, which all functions that are called for it share: policies,
 * middlewares, handlers, resolvers. Of a hook, its own. */
lectern_value *lectern_state(lectern_call *call);

/* ==== content ====
 *
 * The one way to the data that REST and GraphQL take as well. A query is an object of the REST parameters: {"filters":
 * …, "sort": …, "fields": …, "populate": …, "pagination": …, "locale": …, "publicationState": …}, NULL for none, with
 * the same defaults (25 entries, published ones, default locale); only the limits of the configuration don't count.
 * Entries are flat objects {"id": …, fields, what was populated}.
 *
 * Writing is possible where the call is in a transaction: hooks, routes whose method is not GET, actions that write,
 * mutations. All that a request writes is in force when it is answered with success, and none of it else. */

/* LECTERN_AS_CALLER: what the caller may not find is neither populated, searched nor related to. Whether it may find
 * entries of the type itself is for lectern_allowed. */
enum {
	LECTERN_AS_CALLER = 1,
	LECTERN_WITH_PRIVATE = 2, /* the entries' own private fields too; never passwords */
	LECTERN_WRAPPED = 4       /* entries as REST answers them: {"id": …, "attributes": {…}} */
};

bool lectern_find(lectern_call *call, const char *uid, const lectern_value *query, unsigned flags,
                  lectern_value **entries);

/* Null when there is no such entry. Of the query only fields and populate count; drafts are found. */
bool lectern_find_one(lectern_call *call, const char *uid, int64_t id, const lectern_value *query, unsigned flags,
                      lectern_value **entry);

/* How many entries the query's filters match. */
bool lectern_count(lectern_call *call, const char *uid, const lectern_value *query, unsigned flags, int64_t *count);

/* `data`: the fields, as REST takes them in "data"; it is not changed. `query`: what to give back (may be NULL, as may
 * `entry`). 404 for an id that is not there. */
bool lectern_create(lectern_call *call, const char *uid, const lectern_value *data, const lectern_value *query,
                    unsigned flags, lectern_value **entry);
bool lectern_update(lectern_call *call, const char *uid, int64_t id, const lectern_value *data,
                    const lectern_value *query, unsigned flags, lectern_value **entry);
bool lectern_delete(lectern_call *call, const char *uid, int64_t id, const lectern_value *query, unsigned flags,
                    lectern_value **entry);

/* ==== lifecycle hooks ==== */

typedef enum lectern_moment {
	LECTERN_BEFORE_CREATE,
	LECTERN_AFTER_CREATE,
	LECTERN_BEFORE_UPDATE,
	LECTERN_AFTER_UPDATE,
	LECTERN_BEFORE_DELETE,
	LECTERN_AFTER_DELETE
} lectern_moment;

/* Has `hook` called whenever an entry of that type (NULL: of any) is written, over REST or GraphQL or from an
 * extension; not by `lectern import`. All of it, after… too, is inside of the change's transaction: a hook that fails
 * takes the change back. */
typedef bool lectern_hook(void *context, lectern_call *call);
bool lectern_on(lectern_app *app, const char *uid, lectern_moment moment, lectern_hook *hook, void *context);

/* In a hook: */
lectern_moment lectern_event_moment(const lectern_call *call);
const char *lectern_event_type(const lectern_call *call); /* the uid */
int64_t lectern_event_id(const lectern_call *call);       /* 0 before a creation */

/* The fields that are written. In before… they may be changed, and are validated after that. NULL in deletions. */
lectern_value *lectern_event_data(const lectern_call *call);

/* After…: the entry as it is answered, flat; after a deletion, as it was. Before…: null. */
bool lectern_event_entry(lectern_call *call, lectern_value **entry);

/* ==== policies and middlewares ====
 *
 * They stand around REST routes, REST actions and GraphQL resolvers alike, as rules of these. */

typedef struct lectern_rule lectern_rule;

/* May it go on? A policy that returns false without an error of its own is answered with 403 "Policy Failed". `config`:
 * what was given where the policy was named, or NULL. */
typedef bool lectern_policy(void *context, lectern_call *call, const lectern_value *config);

/* Does what it likes before and after lectern_next(call), or leaves that out and answers itself. */
typedef bool lectern_middleware(void *context, lectern_call *call, const lectern_value *options);

/* Goes on: with the next middleware, and at last with the route's handler, the core action or the resolver. An error
 * anywhere but in a middleware. */
bool lectern_next(lectern_call *call);

/* Registers one under a name by which this extension and those after it may use it ("is-owner", "global::is-owner").
 * Extensions are loaded in the order of their names. */
bool lectern_register_policy(lectern_app *app, const char *name, lectern_policy *policy, void *context);
bool lectern_register_middleware(lectern_app *app, const char *name, lectern_middleware *middleware, void *context);

/* Adds one to a rule: by name, with config as JSON text or NULL; or a function. Policies are asked in order, before any
 * middleware; the first middleware is the outermost. Rules of several extensions for the same thing add up. */
bool lectern_use_policy(lectern_rule *rule, const char *name, const char *config);
bool lectern_use_policy_function(lectern_rule *rule, lectern_policy *policy, void *context);
bool lectern_use_middleware(lectern_rule *rule, const char *name, const char *options);
bool lectern_use_middleware_function(lectern_rule *rule, lectern_middleware *middleware, void *context);

/* auth: false. Any caller may; a valid token still identifies the caller. */
bool lectern_auth_none(lectern_rule *rule);

/* auth: {scope: […]}. The caller must have been granted this action in place of the usual one; called several times,
 * all of them. Of a route, an action that is not known yet becomes one that roles and tokens can be granted. */
bool lectern_auth_scope(lectern_rule *rule, const char *action);

/* ==== REST ==== */

typedef bool lectern_handler(void *context, lectern_call *call);

/* A route at the API's prefix: lectern_add_route(app, "POST", "/restaurants/:id/close", …) answers POST
 * /api/restaurants/5/close. It goes before those of content-types. Give its rule lectern_auth_none or
 * lectern_auth_scope: a route that has neither is refused. Routes of other methods than GET run in a transaction. */
lectern_rule *lectern_add_route(lectern_app *app, const char *method, const char *path, lectern_handler *handler,
                                void *context);

/* The rule of a content-type's own action: find, findOne, create, update, delete, createLocalization. Its middlewares
 * wrap the core action, which is what lectern_next goes on with, or replace it. */
lectern_rule *lectern_core_action(lectern_app *app, const char *uid, const char *action);

/* In handlers, policies and middlewares of REST: */

/* A part of the path by its name (":id" is "id"); "" when there is none. */
lectern_text lectern_request_part(const lectern_call *call, const char *name);

/* Text as a decimal integer; false when it is none. For ids in paths and queries. */
bool lectern_to_integer(lectern_text text, int64_t *integer);

/* The query string's parameters as an object, and others in their place for what comes after. */
bool lectern_request_query(lectern_call *call, lectern_value **query);
bool lectern_set_query(lectern_call *call, const lectern_value *query);

/* The body as JSON; null when there is none. In middlewares of create and update, its `data`, which may be changed in
 * place. */
bool lectern_request_body(lectern_call *call, lectern_value **body);
lectern_text lectern_request_body_text(const lectern_call *call);

/* Answers with a value as JSON, in place of what was answered before. Returns true. */
bool lectern_respond(lectern_call *call, const lectern_value *value);

/* Answers with any text of that content type ("text/plain; charset=utf-8"). */
bool lectern_respond_text(lectern_call *call, const char *content_type, const char *data, size_t length);

/* What has been answered so far, as a value: to be changed and given to lectern_respond. */
bool lectern_response(lectern_call *call, lectern_value **value);

/* The answer's status (200 to 599; 200 at first), and a header more (six at most). */
bool lectern_set_status(lectern_call *call, int status);
bool lectern_set_header(lectern_call *call, const char *name, const char *value);

/* ==== GraphQL: what the models give (shadow CRUD) ====
 *
 * lectern_shadow_crud(app, "api::restaurant.restaurant") is a content-type's or component's part of the schema that is
 * made of the models. Each function that disables gives its handle back, so that calls can be chained. */

typedef struct lectern_shadow lectern_shadow;
typedef struct lectern_shadow_field lectern_shadow_field;

lectern_shadow *lectern_shadow_crud(lectern_app *app, const char *uid);

lectern_shadow *lectern_disable(lectern_shadow *shadow); /* the type, with all that uses it */
lectern_shadow *lectern_disable_queries(lectern_shadow *shadow);
lectern_shadow *lectern_disable_mutations(lectern_shadow *shadow);
lectern_shadow *lectern_disable_action(lectern_shadow *shadow,
                                       const char *action); /* find, findOne, create, update, delete; "*": all */
lectern_shadow *lectern_disable_actions(lectern_shadow *shadow, const char *const *actions); /* NULL behind the last */

bool lectern_is_enabled(const lectern_shadow *shadow);
bool lectern_is_disabled(const lectern_shadow *shadow);
bool lectern_are_queries_enabled(const lectern_shadow *shadow);
bool lectern_are_queries_disabled(const lectern_shadow *shadow);
bool lectern_are_mutations_enabled(const lectern_shadow *shadow);
bool lectern_are_mutations_disabled(const lectern_shadow *shadow);
bool lectern_is_action_enabled(const lectern_shadow *shadow, const char *action);
bool lectern_is_action_disabled(const lectern_shadow *shadow, const char *action);

lectern_shadow_field *lectern_shadow_field_named(lectern_shadow *shadow, const char *name); /* .field(name) */

lectern_shadow_field *lectern_field_disable(lectern_shadow_field *field); /* everywhere */
lectern_shadow_field *lectern_field_disable_output(lectern_shadow_field *field);
lectern_shadow_field *lectern_field_disable_input(lectern_shadow_field *field);
lectern_shadow_field *lectern_field_disable_filters(lectern_shadow_field *field);

bool lectern_field_is_enabled(const lectern_shadow_field *field);
bool lectern_field_is_disabled(const lectern_shadow_field *field);
bool lectern_field_has_output_enabled(const lectern_shadow_field *field);
bool lectern_field_has_input_enabled(const lectern_shadow_field *field);
bool lectern_field_has_filters_enabled(const lectern_shadow_field *field);

/* ==== GraphQL: extending the schema ====
 *
 * lectern_use takes an extension as a structure of the five keys types, typeDefs, plugins, resolvers and
 * resolversConfig, any of which may be NULL; lectern_use_function one as a function that does the same by calls. Both
 * are at work after lectern_register, once the models have given their part: what they name must be there then. */

typedef struct lectern_schema lectern_schema; /* the schema while it is built */
typedef struct lectern_type lectern_type;
typedef struct lectern_field lectern_field; /* of an object, interface or input object; or an argument */

typedef bool lectern_schema_function(void *context, lectern_schema *schema);

/* Gives the value of one field of one parent, by lectern_resolve. Without that it is null. */
typedef bool lectern_resolver(void *context, lectern_call *call);

/* The same for all parents that were read together, at once: lectern_parent_at(call, i) is the parent number i of
 * lectern_parent_count(call), lectern_resolve_at(call, i, value) its value. So that what a list's fields need is one
 * query for all. */
typedef lectern_resolver lectern_batch_resolver;

typedef struct lectern_step { /* of lectern_resolver_config: a policy or middleware */
	const char *name;     /* of one that was registered; NULL: the function */
	const char *config;   /* JSON text, or NULL */
	lectern_policy *policy;
	lectern_middleware *middleware;
	void *context;
} lectern_step;

typedef struct lectern_plugin { /* each function may be NULL */
	void *context;
	/* Called for each type, and each field (or input field), of the whole schema when all extensions have added
	 * theirs; then once for the whole. */
	bool (*on_type)(void *context, lectern_schema *schema, lectern_type *type);
	bool (*on_field)(void *context, lectern_schema *schema, lectern_type *type, lectern_field *field);
	bool (*on_built)(void *context, lectern_schema *schema);
	/* Around every resolver, as a middleware without options. */
	lectern_middleware *around_resolver;
} lectern_plugin;

typedef struct lectern_named_resolver {
	const char *field; /* "Query.x", "Mutation.x", "Type.x"; NULL ends a list */
	lectern_resolver *resolve;
	lectern_batch_resolver *resolve_batch; /* in place of resolve */
	void *context;
} lectern_named_resolver;

typedef struct lectern_resolver_config {
	const char *field;            /* "Query.x", "Mutation.x", "Type.x"; NULL ends a list */
	bool no_auth;                 /* auth: false */
	const char *const *scope;     /* auth: {scope: […]}, NULL behind the last */
	const lectern_step *policies; /* the last one has neither name nor function */
	const lectern_step *middlewares;
} lectern_resolver_config;

typedef struct lectern_graphql {
	lectern_schema_function *const *types; /* functions that build types, NULL behind the last */
	const char *type_defs;                 /* schema definition language */
	const lectern_plugin *const *plugins;  /* NULL behind the last */
	const lectern_named_resolver *resolvers;
	const lectern_resolver_config *resolvers_config;
	void *context; /* for the functions in `types` */
} lectern_graphql;

/* The structure and all that it points to is copied. */
bool lectern_use(lectern_app *app, const lectern_graphql *extension);
bool lectern_use_function(lectern_app *app, lectern_schema_function *function, void *context);

/* The rule of a resolver: its auth (of Query and Mutation), policies and middlewares. The field has to be there when
 * the schema is complete. */
lectern_rule *lectern_resolver_rule(lectern_app *app, const char *field);

/* ---- in a function that extends the schema ---- */

lectern_app *lectern_schema_app(lectern_schema *schema); /* for lectern_resolver_rule and the rest */
bool lectern_schema_refuse(lectern_schema *schema, const char *format, ...) LECTERN_FORMAT(2, 3);

/* New types; `description` may be NULL. */
lectern_type *lectern_object_type(lectern_schema *schema, const char *name, const char *description);
lectern_type *lectern_input_type(lectern_schema *schema, const char *name, const char *description);
lectern_type *lectern_enum_type(lectern_schema *schema, const char *name, const char *description);
lectern_type *lectern_interface_type(lectern_schema *schema, const char *name, const char *description);
lectern_type *lectern_union_type(lectern_schema *schema, const char *name, const char *description);
lectern_type *lectern_scalar_type(lectern_schema *schema, const char *name, const char *description);

/* Checks what is sent for a scalar (`parse`) and what resolvers give for it (`serialize`): *value is `input` at first,
 * and may be set to another; false refuses, for the reason of lectern_fail. Either may be NULL: any JSON value is taken
 * as it is. Whose request it is, is not known there: the caller is the public and has been granted nothing, and there
 * is no content. Gives the type back. */
typedef bool lectern_scalar_function(void *context, lectern_call *call, lectern_value *input, lectern_value **value);
lectern_type *lectern_scalar_by(lectern_type *type, lectern_scalar_function *parse, lectern_scalar_function *serialize,
                                void *context);

/* One that is there: "Query", "Restaurant", … */
lectern_type *lectern_extend_type(lectern_schema *schema, const char *name);

/* Adds a field, or replaces it. `type` as GraphQL writes it: "[Restaurant!]!". On an input object it is an input field.
 */
lectern_field *lectern_add_field(lectern_type *type, const char *name, const char *field_type, const char *description);

/* What the field's values are. Without either, it is the member of the field's name in a parent that is an object
 * value. Gives the field back, as the next three do. */
lectern_field *lectern_resolve_by(lectern_field *field, lectern_resolver *resolver, void *context);
lectern_field *lectern_resolve_all_by(lectern_field *field, lectern_batch_resolver *resolver, void *context);
lectern_field *lectern_deprecate(lectern_field *field, const char *reason);
lectern_field *lectern_describe(lectern_field *field, const char *description);

/* Puts a middleware around one field's resolver. Gives the field back. */
lectern_field *lectern_wrap_by(lectern_field *field, lectern_middleware *middleware, void *context);

/* Adds an argument to a field: `default_value` as GraphQL writes it ("5", "{}") or NULL. */
lectern_field *lectern_add_argument(lectern_field *field, const char *name, const char *type, const char *default_value,
                                    const char *description);

/* An input field with a default value. */
lectern_field *lectern_add_input(lectern_type *type, const char *name, const char *field_type,
                                 const char *default_value, const char *description);

bool lectern_add_enum_value(lectern_type *type, const char *name, const char *description);
bool lectern_add_union_member(lectern_type *type, const char *member);
bool lectern_implement(lectern_type *type, const char *interface_name);

/* The field of that name, or NULL (which is no mistake). */
lectern_field *lectern_find_field(lectern_type *type, const char *name);
const char *lectern_type_name(const lectern_type *type);
const char *lectern_field_name(const lectern_field *field);
bool lectern_remove_field(lectern_type *type, const char *name);

bool lectern_add_type_defs(lectern_schema *schema, const char *type_defs);
bool lectern_add_resolver(lectern_schema *schema, const lectern_named_resolver *resolver);
bool lectern_add_plugin(lectern_schema *schema, const lectern_plugin *plugin);

/* ---- in resolvers, and in policies and middlewares around them ---- */

bool lectern_is_graphql(const lectern_call *call);

/* The arguments, by name or as an object: NULL, and no member, when they were not given. */
lectern_value *lectern_argument(lectern_call *call, const char *name);
lectern_value *lectern_arguments(lectern_call *call);

/* Sets an argument for what is inside of a policy or middleware: the resolver of a field of Query or Mutation, or of an
 * extension. False when the field has no such argument, or the value is none of its type. */
bool lectern_set_argument(lectern_call *call, const char *name, lectern_value *value);

/* The parent: an object value as its resolver gave it, or of an entry {"id": …} and its fields; null at the root. For
 * policies and middlewares around a field of the models, only those that were selected. In batch resolvers, and around
 * them, the first one. */
lectern_value *lectern_parent(lectern_call *call);
size_t lectern_parent_count(const lectern_call *call);
lectern_value *lectern_parent_at(lectern_call *call, size_t index);

/* The id of a parent that is an entry; 0 when it is none. */
int64_t lectern_parent_id(lectern_call *call, size_t index);

/* Info: "Query", "restaurants", the key in the answer, and the type as it is written. */
lectern_text lectern_info_parent_type(lectern_call *call);
lectern_text lectern_info_field(lectern_call *call);
lectern_text lectern_info_key(lectern_call *call);
lectern_text lectern_info_type(lectern_call *call);

/* The value of the field. Lists are arrays, objects objects; where a type is abstract, an object's "__typename" says
 * which it has. Returns true. */
bool lectern_resolve(lectern_call *call, lectern_value *value);
bool lectern_resolve_at(lectern_call *call, size_t index, lectern_value *value);

/* In a middleware, behind lectern_next: the value that the resolver gave, to be changed and given to lectern_resolve.
 * Of the server's own objects entries are {"id": …} with the fields that were selected, to be looked at; for others it
 * is false without an error. */
bool lectern_resolved(lectern_call *call, lectern_value **value);
bool lectern_resolved_at(lectern_call *call, size_t index, lectern_value **value);

#ifdef __cplusplus
}
#endif

#endif
