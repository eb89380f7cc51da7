/* Inside the room `rest`: one request on its way to its answer. */
#ifndef LECTERN_API_REST_CALL_H
#define LECTERN_API_REST_CALL_H

#include "rest.h"

struct rest {
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct requests *requests;
	struct content *content;
	struct accounts *accounts;
	struct arena *arena;
	struct custom_route *custom, **last_custom; /* routes that were added */
	struct rest_treatment **treatments;         /* by content_type.index and action; NULL while there are none */
	const struct rest_content_route *content_routes; /* those of the project; NULL: those of its types */
	struct closed_action *closed_actions;
	struct closed *closed, *closed_unknown; /* all, and paths that no route has; or NULL */
	const char *closed_path;                /* see rest_close_path; or NULL */
	struct closed *path_closed;
	bool keep_permissions;
	bool count_statements; /* answers tell how many SQL statements they took; for tests */
};

/* Answers one kind of request. False with call->error filled when it is refused. */
typedef bool endpoint(struct call *call);

struct route {
	endpoint *endpoint;
	struct slice action;                    /* the permission it takes */
	const struct content_type *type;        /* whose entries it is about, or NULL */
	struct slice id;                        /* the part of the path that names an entry, or empty */
	bool writes;                            /* it runs in a transaction of its own */
	bool background;                        /* it runs on a background thread: accounts.c */
	bool outside;                           /* there it waits for servers elsewhere */
	const struct custom_route *custom;      /* a route that was added, or NULL */
	const struct rest_treatment *treatment; /* or NULL: nothing stands around it */
	bool public;                            /* see rest_content_route */
};

struct call {
	const struct rest *rest;
	struct request *whole; /* what all dialects share of it */
	struct http_request *request;
	struct http_response *response;
	struct route route;
	struct store_session *session;
	struct store_job job; /* writes */
	struct caller caller;
	struct query_root root;                   /* writes: the parameters, read before the transaction begins */
	struct json_object *body;                 /* writes: the fields that were sent, or NULL */
	const struct content_password *passwords; /* writes: those among them */
	struct account_call account;              /* what runs on a background thread */
	struct account_work work;
	struct error *error;
	const struct rest_step *step; /* the next one */
	bool writing;                 /* in the transaction */
	const struct error *failure;  /* why a change in it failed, or NULL */
	struct param *params;         /* when others were put in place of what was sent */
	struct slice *parts;          /* custom: those of the path */
	void *slot;
};

/* Finds the route of the request's path; 404 for an unknown one, 405 for a method that it does not know. */
bool route_find(struct call *call);

/* The parts of the request's path behind the prefix; false when it has another one, or route_split says so. A slash that
 * was sent as %2F belongs to its part. */
bool route_parts(const struct call *call, struct slice *parts, size_t most, size_t *count);

/* Splits "/a/b" into its parts; a slash at the end does not count. False for more than `most` parts, none, or empty
 * ones. */
bool route_split(struct slice path, struct slice *parts, size_t most, size_t *count);

/* custom.c: routes that were added, and what stands around actions. */
struct custom_route {
	struct rest_route route;
	struct slice parts[REST_MOST_PARTS]; /* of its path; those of parameters with their colon */
	size_t part_count;
	struct custom_route *next;
};
bool custom_find(struct call *call);
const struct rest_treatment *treatment_find(const struct rest *rest, const struct content_type *type,
                                            const char *action);

/* Asks the policies in order. */
bool treatment_admit(struct call *call);

/* content_routes.c: routes of the project's routes files, and what is closed. */
struct closed_action {
	const char *action;
	struct closed *closed;
	struct closed_action *next;
};

/* Looks through the project's routes. False when one of them refuses the request; *methods are those of the path's
 * routes, as a set of bits, and call->route is set when one fits. */
bool content_routes_find(struct call *call, const struct slice *parts, size_t count, unsigned *methods);

/* What closes an action of the server's own routes, or NULL. */
struct closed *closed_action_find(const struct rest *rest, struct slice action);

/* route.c: sets the route to an action of call->route.type; false when it has none of that name. */
bool route_set_action(struct call *call, const char *action);

/* collection.c: content-types. */
bool endpoint_list(struct call *call);
bool endpoint_one(struct call *call);
bool endpoint_single(struct call *call);

/* change.c: changes to the entries of content-types. */
bool endpoint_create(struct call *call);
bool endpoint_update(struct call *call);
bool endpoint_delete(struct call *call);
bool endpoint_save_single(struct call *call);
bool endpoint_delete_single(struct call *call);
bool endpoint_localize(struct call *call);

/* Runs a route that writes: reads its parameters and body, then puts the request aside; a thread of the store runs its
 * endpoint and, when all is on disk, the request is resumed. `call` must live in the request's arena. */
bool change_start(struct call *call);

/* body.c: the request's body, JSON or a form, as JSON; *json is NULL when there is none. Release it with
 * json_object_put. */
bool body_read(struct call *call, struct json_object **json);

/* Parameters as JSON; release it. */
struct json_object *body_of_param(const struct param *param);

/* The same of any text, which may be copied into the arena: *json is an object or a list. */
bool body_parse(struct arena *arena, struct slice body, struct json_object **json, struct error *error);

/* flat.c: the endpoints of plugins that read entries in the flat style. */
bool endpoint_users(struct call *call);
bool endpoint_users_count(struct call *call);
bool endpoint_user(struct call *call);
bool endpoint_me(struct call *call);
bool endpoint_files(struct call *call);
bool endpoint_file(struct call *call);
bool endpoint_locales(struct call *call);

/* accounts.c: what is done with accounts, on a background thread. Puts the request aside, runs its endpoint there,
 * without a session but with `account`, and resumes it. */
bool background_start_call(struct call *call);
bool endpoint_sign_in(struct call *call);
bool endpoint_register(struct call *call);
bool endpoint_forgot_password(struct call *call);
bool endpoint_reset_password(struct call *call);
bool endpoint_change_password(struct call *call);
bool endpoint_confirm_email(struct call *call);
/* Answers {"jwt": …, "user": …}, when it is done; frees the user. */
bool call_write_signed_in(struct call *call, bool done, struct account_answer *answer);
bool endpoint_connect(struct call *call);
bool endpoint_connect_return(struct call *call);
bool endpoint_provider_sign_in(struct call *call);
bool endpoint_send_confirmation(struct call *call);
bool endpoint_create_user(struct call *call);
bool endpoint_update_user(struct call *call);
bool endpoint_delete_user(struct call *call);
bool endpoint_create_role(struct call *call);
bool endpoint_update_role(struct call *call);
bool endpoint_delete_role(struct call *call);

/* delete_file.c: on such a thread as well. */
bool endpoint_delete_file(struct call *call);

/* roles.c, permissions.c */
bool endpoint_roles(struct call *call);
bool endpoint_role(struct call *call);
bool endpoint_permissions(struct call *call);

/* The permissions object: every action there is, `granted` ones enabled. granted: keys as in caller.permissions. */
void permissions_write(struct buffer *buffer, const struct registry *registry, const struct map *granted,
                       struct arena *arena);

/* What the endpoints share. */
struct content_call call_content(const struct call *call);
bool call_parse_query(struct call *call, const struct content_type *type, bool by_id, bool raw,
                      struct query_root *root);
bool call_read_query(struct call *call, const struct content_type *type, const struct param *params, bool by_id,
                     bool raw, struct query_root *root);
bool call_entry_id(const struct call *call, int64_t *id); /* false: no id that an entry can have */

#endif
