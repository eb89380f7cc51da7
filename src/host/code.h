/* Running the project's own routes. */
#ifndef LECTERN_HOST_CODE_H
#define LECTERN_HOST_CODE_H

#include "api/admin/api_admin.h"
#include "api/graphql/api_graphql.h"
#include "api/rest/rest.h"
#include "process/process.h"

struct survey;
struct services;
struct webhooks;
struct host_code;
struct sockets;

/* What the process works for: all of it outlives the last request. */
struct host_code_options {
	struct arena *arena;
	const struct access *access; /* identifies callers of the administration */
	const struct config *config;
	const struct survey *survey;
	struct rest *rest;
	struct api_graphql *graphql; /* NULL: there is no GraphQL */
	struct api_admin *admin;     /* NULL: there is no administration */
	struct services *services;
	struct accounts *accounts; /* sends the code's mails */
	struct webhooks *webhooks; /* receive the events that it emits */
};

/* Has the process answer the project's own routes from here on; before the first request. */
struct host_code *host_run_code(struct host *host, const struct host_code_options *options);

/* What was not there yet when it began to answer them. From the main thread. */
void host_code_set_graphql(struct host_code *code, struct api_graphql *graphql);

/* Answers a request that code makes; one `of_panel` as the administration does. */
void host_code_answer(struct host_code *code, const struct rest_inner *inner, bool of_panel,
                      struct http_request *request, struct http_response *response);

/* What relays connections to it. */
struct sockets *host_code_sockets(const struct host_code *code);

const struct access *host_code_access(const struct host_code *code);
struct accounts *host_code_accounts(const struct host_code *code);
struct webhooks *host_code_webhooks(const struct host_code *code);

/* The code has other routes than it had when it was loaded: `described` has them, as describe (web/runtime/app.mjs). */
void host_code_describe(struct host_code *code, struct json_object *described);

/* A type by its uid, or NULL. */
const struct content_type *host_code_type(const struct host_code *code, struct slice uid);

/* The request of an ask, which is not finished before it is released; NULL when it is answered, or was none. */
struct rest_call *host_code_hold(struct host_code *code, uint32_t ask);
void host_code_release(struct host_code *code, uint32_t ask);

#endif
