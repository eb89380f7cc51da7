/* Inside the room `api/rest`: one request on its way to its answer. */
#ifndef LECTERN_API_REST_CALL_H
#define LECTERN_API_REST_CALL_H

#include "rest.h"

#include <stdatomic.h>

struct rest {
	const struct config *config;
	const struct registry *registry;
	struct requests *requests;
	struct content *content;
	struct accounts *accounts;
	struct arena *arena;
	struct custom_route *custom, **last_custom; /* routes that were added */
	struct rest_route_options **route_options;  /* by content_type.index and action; NULL while there are none */
	/* Those of the project; NULL: those of its types. Code may change them while the server runs. */
	const struct rest_content_route *_Atomic content_routes;
	_Atomic bool has_over_panel; /* one of them is over_panel */
	struct closed_action *closed_actions;
	struct closed *closed, *closed_unknown; /* all, and paths that no route has; or NULL */
	const char *closed_path;                /* see rest_close_path; or NULL */
	struct closed *path_closed;
	void (*run_code)(void *context, struct rest_call *call); /* see rest_set_code; or NULL */
	void *code_context;
	void (*relay)(void *context, struct rest_call *call); /* see rest_set_relay; or NULL */
	void *relay_context;
	_Atomic bool relays_requests, relays_upgrades;
	struct public_files *files; /* public.c */
	const char *start_page;     /* see rest_set_start_page; or NULL */
	struct media *media;
	_Atomic bool asks_for_all;
};

/* Answers one kind of request. False with call->error filled when it is refused. */
typedef bool endpoint(struct rest_call *call);

struct route {
	endpoint *endpoint;
	struct slice action;                      /* the permission it takes */
	const struct content_type *type;          /* whose entries it is about, or NULL */
	struct slice id;                          /* the part of the path that names an entry, or empty */
	bool writes;                              /* it runs in a transaction of its own */
	bool background;                          /* it runs on a background thread: accounts.c */
	bool outside;                             /* there it waits for servers elsewhere */
	bool files;                               /* there it waits for files and pictures */
	const struct custom_route *custom;        /* a route that was added, or NULL */
	const struct rest_route_options *options; /* or NULL */
	bool code;                                /* the project's own code answers it */
	struct rest_coded coded;                  /* then what it is to do */
	bool file;                                /* no route has the path: a file may lie there */
	bool relayed;                             /* sockets of the project's code may answer it: relay.h */
	bool without_caller;                      /* see rest_content_route */
	const struct slice *scopes;               /* as well */
	size_t scope_count;
};

struct rest_call {
	const struct rest *rest;
	const struct rest_inner *inner; /* of a request that code makes; or NULL */
	struct request *request;        /* what all dialects share of it */
	struct http_request *http;
	struct http_response *response;
	struct route route;
	struct query_root root;                   /* writes: the parameters, read before the transaction begins */
	struct json_object *body;                 /* writes: the fields that were sent, or NULL */
	struct request_body received;             /* form.c */
	struct media_form *form;                  /* a body that came as a form, or NULL */
	struct upload *upload;                    /* upload.c */
	struct attachments *attachments;          /* writes: files that came with the fields, or NULL */
	const struct content_password *passwords; /* writes: those among them */
	struct account_call account;              /* what runs on a background thread */
	struct error *error;
	const struct rest_step *step; /* the next one */
	struct param *params;         /* when others were put in place of what was sent */
	struct slice *parts;          /* custom: those of the path */
	bool for_code; /* code is given the answer, as Strapi has it: entries have no meta of their own */
	void *slot;
};

/* What the endpoints share: the parameters as a query, for one entry (`by_id`) or a list, in the flat style (`raw`);
 * and the id in the path. */
bool call_parse_query(struct rest_call *call, const struct content_type *type, bool by_id, bool raw,
                      struct query_root *root);
bool call_read_query(struct rest_call *call, const struct content_type *type, const struct param *params, bool by_id,
                     bool raw, struct query_root *root);
bool call_entry_id(const struct rest_call *call, int64_t *id); /* false: no id that an entry can have */

#endif
