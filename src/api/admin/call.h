/* Inside the room `api/admin`: one request on its way to its answer. */
#ifndef LECTERN_API_ADMIN_CALL_H
#define LECTERN_API_ADMIN_CALL_H

#include "api_admin.h"
#include "route.h"

struct api_admin {
	const struct config *config;
	const struct registry *registry;
	struct store *store;
	struct requests *requests;
	struct access *access;
	struct accounts *accounts;
	const struct rest *rest;
	struct media *media;
	struct webhooks *webhooks;
	struct panel *panel;                       /* NULL: there is none to be served */
	struct admin_schemas *schemas;             /* what the content manager knows of the types */
	struct api_admin_development *development; /* NULL: models are not written */
	api_admin_asker *ask_code;                 /* NULL: there is no code to be asked */
	void *asked;
};

struct admin_call {
	const struct api_admin *shared;
	struct request *request;
	struct http_request *http;
	struct http_response *response;
	struct admin_route_match match;
	struct admin admin;           /* the caller; id 0 where it is not identified */
	struct json_object *body;     /* what was sent, or NULL; lives in the request's arena */
	bool is_admitted;             /* the project's code was asked, and the admin may do it */
	struct request_body received; /* of routes that take forms */
	struct account_call account;  /* on a thread that may wait */
	void *change;                 /* of the content manager, while it makes one */
	struct error *error;
};

/* Reading, in the request's session, for the server itself. */
struct content_call admin_call_content(struct admin_call *call);

/* Reads call->body of a request that sends JSON: an object. False with 400. */
bool admin_call_read_body(struct admin_call *call);

/* The part of the path that stands for `:id`; false with 404 and that message when it is no id. */
bool admin_call_id(struct admin_call *call, const char *missing, int64_t *id);

/* The same where what is sent is looked at first: -1, which nothing has, when it is no id. */
int64_t admin_call_id_or_none(struct admin_call *call);

/* Answers {"data": json}, and releases it. NULL is null. */
bool admin_call_answer(struct admin_call *call, struct json_object *json);

#endif
