/* The door of the room `rest`: the REST API. Routes, parameters, the envelope, the reading endpoints of accounts,
 * uploads and locales.
 *
 * Threads: made, and given its routes, by the main thread before the server starts. rest_handle is called on the
 * serving threads; what takes a struct rest_call is called on the thread that works for it. */
#ifndef LECTERN_API_REST_REST_H
#define LECTERN_API_REST_REST_H

#include "account/account.h"
#include "api/request/request.h"

struct rest;

/* All arguments must outlive the answer of the last request. */
struct rest *rest_create(const struct config *config, const struct registry *registry, struct requests *requests,
                         struct content *content, struct accounts *accounts, struct media *media);
void rest_destroy(struct rest *rest);

/* ---- what others add: routes of their own, and steps around the actions that are there ---- */

struct rest_call; /* a REST request on its way to its answer; lives as long as the request */

/* One thing to be done on the way. False with rest_call_error(call) filled in refuses the request. */
struct rest_step {
	bool (*run)(void *context, struct rest_call *call);
	void *context;
	const struct rest_step *next;
};

/* The callers that a route allows, and the steps before and around its action. */
struct rest_route_options {
	bool open;          /* any caller may: an unknown one, or one without the permission, is let in as well */
	const char *action; /* the permission it takes; NULL: the usual one */
	const struct rest_step *policies; /* asked in order, before a transaction is begun */
	const struct rest_step
	    *middlewares; /* the first is outermost; each goes on with rest_next, or leaves that out */
};

struct rest_route {
	const char *method; /* "GET" */
	const char *path;   /* behind the prefix: "/restaurants/:id/close"; ":name" stands for any one part */
	bool
	    writes; /* runs in a transaction of its own, on a thread of the store: refused, nothing of it is in force */
	struct rest_route_options options;
	struct rest_step handler;
};

enum { REST_MOST_PARTS = 16 };

/* To be called before the first request. Routes are looked at in the order in which they were added, and before those
 * of content-types. Refuses a path that is none. All that is given must outlive `rest`. */
bool rest_add_route(struct rest *rest, const struct rest_route *route, struct error *error);

/* Adds options to an action of a content-type: "find", "findOne", "create", "update", "delete",
 * "createLocalization". Steps come behind (and so inside of) those that were added before. Refuses an action that the
 * type has not. */
bool rest_add_options(struct rest *rest, const struct content_type *type, const char *action,
                      const struct rest_route_options *options, struct error *error);

/* ---- what a project's own code leaves of the API ---- */

/* A route of the content API, as the routes files of a project have it. */
struct rest_content_route {
	const char *method;         /* "GET"; "ALL": any */
	const struct slice *parts;  /* of its path behind the prefix; ":id" stands for any one part, as "*" does */
	size_t part_count;          /* at most REST_MOST_PARTS */
	bool any_end;               /* any number of parts may follow */
	bool without_caller;        /* runs without a caller, who is not identified, and no relation may be found */
	const struct slice *scopes; /* the permissions that it takes, all of them; NULL: that of its action */
	size_t scope_count;
	const struct content_type *type;
	const char *action;    /* the action of that type that it runs; NULL: it is closed */
	struct closed *closed; /* or NULL */
	/* Of routes that the project's code has described: */
	bool described;
	bool unsure;     /* the path may fit fewer requests than it says */
	bool unasked;    /* the code itself checks its callers */
	bool over_panel; /* it stands in the place of one of the administration's own */
	bool panels_own; /* it is one of those, listed for its place among others, or `taken_away` */
	bool taken_away; /* the administration's own is not there for clients */
	size_t number;
	const char
	    *plugin_action; /* the action of a plugin that lectern has itself: "plugin::upload.content-api.find" */
	/* The permission of the project's own action that the route runs, "api::probe.probe.site": when there is
	 * something to run it (rest_set_code), the route is not closed. NULL: nothing can. */
	const char *handler;
	struct rest_content_route *next;
	/* Set by rest_set_content_routes: the part by which most requests are told to be none of the route's, and its
	 * hash; `part_count`: there is none. */
	size_t telling_part;
	uint32_t telling_hash;
};

/* Replaces the routes that content-types have by themselves by these, of which the first that fits a request answers
 * it. To be called before the first request, as all below; all that is given must outlive `rest`. */
void rest_set_content_routes(struct rest *rest, struct rest_content_route *routes);

/* Calls `list` with each route of a project but those of extensions: "GET", "/api/restaurants/:id" and the permission
 * it takes, or what else is to be said of it. `routes` are those of rest_set_content_routes, or NULL. The texts live in
 * `arena`. */
void rest_list_routes(const struct config *config, const struct registry *registry,
                      const struct rest_content_route *routes, struct arena *arena,
                      void (*list)(void *context, const char *method, const char *path, const char *action),
                      void *context);

/* The page, as HTML, that is answered at / where public/ has none. It must outlive `rest`. Before the first request. */
void rest_set_start_page(struct rest *rest, const char *page);

/* The same for the routes of the project's content-types, or those of its code, while the server runs. */
void rest_list_own_routes(const struct rest *rest, struct arena *arena,
                          void (*list)(void *context, const char *method, const char *path, const char *action),
                          void *context);

/* Writes all actions that roles may be granted: {"api::x": {"controllers": {"x": {"find": {"enabled", "policy"}}}}},
 * those of `granted` enabled. */
void rest_write_permissions(struct buffer *buffer, const struct registry *registry, const struct slice *granted,
                            size_t count, struct arena *arena);

/* Has `run` answer the routes that have a handler, for callers that may. It is called on a serving thread, when the
 * request is suspended; it, or a thread that works on, fills in the response and calls rest_call_finish. */
void rest_set_code(struct rest *rest, void (*run)(void *context, struct rest_call *call), void *context);
void rest_call_finish(struct rest_call *call);

/* Has `relay` answer what is for sockets of the project's code: requests that ask for another protocol, and those that
 * no route and no file answers, as far as rest_relay says so. It is called on a serving thread, when the request is
 * suspended; it, or a thread that works on, takes the connection over (http_pass_on) and calls rest_call_finish, or
 * rest_relay_decline. Before the first request. */
void rest_set_relay(struct rest *rest, void (*relay)(void *context, struct rest_call *call), void *context);

/* Which kinds of requests are relayed from now on. At any time. */
void rest_relay(struct rest *rest, bool requests, bool upgrades);

/* Whether the request may be one that is relayed, by its path. */
bool rest_may_relay(const struct rest *rest, const struct http_request *http);

/* Nobody answers the request after all: lectern does. */
void rest_relay_decline(struct rest_call *call);

/* Whether the request asks for another protocol, and is relayed. */
bool rest_relays_upgrade(const struct rest *rest, const struct http_request *http);

/* Whether the project's code answers the request in the place of the administration. */
bool rest_code_is_over_panel(const struct rest *rest, const struct http_request *http);

/* Has all requests answered by `run`, whatever their route is; or no more. At any time. */
void rest_ask_for_all(struct rest *rest, bool all);
bool rest_asks_for_all(const struct rest *rest);

/* Whether the project's code answers a request with OPTIONS. Without middlewares of its own preflights are not code's.
 */
bool rest_takes_options(const struct rest *rest, const struct http_request *http);

/* Whether the project's code answers the request, as far as its method and path tell. */
bool rest_code_takes(const struct rest *rest, const struct http_request *http);

/* What `run` is to do. */
struct rest_coded {
	bool all;                               /* every request is asked for; `route` is NULL */
	const struct rest_content_route *route; /* one that fits */
};
struct rest_coded rest_call_coded(const struct rest_call *call);

/* ---- requests that code makes: they came over no connection ---- */

/* How such a request is answered: by its path, and without asking code; or else so. */
struct rest_inner {
	/* Identifies the caller, and checks that all of `scopes` are granted: the answer is {"kind", "id"}. With
	 * `any_user` any signed-in user may, and of API tokens those of full access, as in Strapi where a route has no
	 * scope (code-function-handlers in tests/code_recorded_test.mjs). */
	bool only_admit, any_user;
	const struct slice *scopes;
	size_t scope_count;
	/* An action of the server's own, without asking for its permission: of a plugin
	 * ("plugin::upload.content-api.find") or, with `type`, of a content type ("createLocalization"). */
	const char *action;
	const struct content_type *type;
	struct slice id; /* the part of the path that names an entry or a provider, or empty */
	bool anonymous;  /* without a caller */
};

/* Answers it; `inner` lives as long as the request. */
void rest_handle_inner(struct rest *rest, const struct rest_inner *inner, struct http_request *http,
                       struct http_response *response);

/* One of Strapi's own actions, run for code that answers a request: for its caller, with what code gives in place of
 * what was sent. */
struct rest_native {
	const struct content_type *type;
	const char *action;       /* "find", "findOne", "create", "update", "delete" */
	struct slice id;          /* of the entry, where there is one */
	struct slice query;       /* parameters, as a query string */
	struct json_object *data; /* the fields of a create or update; or NULL */
	/* The caller's Authorization header, where the code has checked the permission: the request itself
	 * was suspended before the caller was identified. Else .ptr is NULL. */
	struct slice authorization;
};

/* Runs it in a session that is there, of a thread that may wait: for changes one that writes. Adds its answer to
 * `body`. `call` is not changed. */
bool rest_run_native(const struct rest_call *call, const struct rest_native *native, const struct content_call *content,
                     struct buffer *body, struct error *error);

/* Closes an action of the routes that are there for every project ("plugin::users-permissions.auth.register"), or all
 * actions that begin so ("plugin::users-permissions."). */
void rest_close_action(struct rest *rest, const char *action, struct closed *closed);

/* Closes all paths behind the prefix that no route has. */
void rest_close_unknown(struct rest *rest, struct closed *closed);

/* Closes a path that lies outside of the prefix. */
void rest_close_path(struct rest *rest, const char *path, struct closed *closed);

/* Closes all of the API. */
void rest_close(struct rest *rest, struct closed *closed);

/* Goes on with the next middleware, and at last with the action or handler itself; what it answered before is dropped.
 */
bool rest_next(struct rest_call *call);

/* What all dialects share of it: its HTTP request and response, its caller, its session. */
struct request *rest_call_request(const struct rest_call *call);

struct error *rest_call_error(const struct rest_call *call);

/* A part of the path by its name (":id" is "id"), or an empty slice. */
struct slice rest_call_part(const struct rest_call *call, const char *name);

/* The parameters, as a tree; and others in their place, for the steps that follow and the action itself. */
bool rest_call_params(struct rest_call *call, struct param **params);
bool rest_call_set_params(struct rest_call *call, struct param *params);

/* What was sent: the fields of a create or update, which may be changed in place; else the whole body as JSON, or NULL.
 * Lives as long as the request. */
bool rest_call_body(struct rest_call *call, struct json_object **body);

/* ---- models as Strapi's content-type builder shows them ---- */

/* Content-types, of one kind ("singleType", "collectionType") or of both (empty), or components. The caller puts the
 * list. From any thread. */
struct json_object *rest_builder_list(struct arena *arena, const struct registry *registry, bool components,
                                      struct slice kind);

/* NULL when there is none of that uid. The caller puts it. */
struct json_object *rest_builder_find(struct arena *arena, const struct registry *registry, bool components,
                                      struct slice uid);

/* Reads the parameter "kind": empty when there is none. 400 when it names no kind. */
bool rest_builder_kind(const struct http_request *http, struct slice *kind, struct error *error);

/* 404, not in the shape that errors have elsewhere. */
void rest_builder_refuse_missing(struct http_response *response, bool components);

/* ---- */

/* Answers one request (an http_handler); `rest` is what rest_create gave. */
void rest_handle(void *context, struct http_request *http, struct http_response *response);

#endif
