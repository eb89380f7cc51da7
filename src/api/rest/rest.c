/* A REST request: its route, what that takes, its endpoint. */
#include "accounts.h"
#include "change.h"
#include "collection.h"
#include "custom.h"
#include "form.h"
#include "inner.h"
#include "public.h"
#include "relay.h"
#include "route.h"

#include <stdlib.h>

struct rest *rest_create(const struct config *config, const struct registry *registry, struct requests *requests,
                         struct content *content, struct accounts *accounts, struct media *media)
{
	struct rest *rest = calloc(1, sizeof *rest);
	if (!rest)
		abort();
	*rest = (struct rest){
	    .config = config,
	    .registry = registry,
	    .requests = requests,
	    .content = content,
	    .accounts = accounts,
	    .media = media,
	    .arena = arena_create(),
	};
	rest->last_custom = &rest->custom;
	rest->files = public_open(config);
	return rest;
}

void rest_destroy(struct rest *rest)
{
	if (!rest)
		return;
	public_close(rest->files);
	arena_destroy(rest->arena);
	free(rest);
}

static bool may_do(const struct rest_call *call, struct slice action)
{
	const struct http_request *http = call->http;
	if (access_allows(&call->request->caller, action))
		return true;
	const char *subject = arena_format(http->arena, "%.*s %.*s", slice_shown_length(http->method_name, 32),
	                                   http->method_name.ptr, slice_shown_length(http->path, 256), http->path.ptr);
	return request_allows(call->request, action, subject) || error_forbidden(call->error);
}

static bool may_all(const struct rest_call *call, const struct rest_inner *inner)
{
	for (size_t i = 0; i < inner->scope_count; i++)
		if (!may_do(call, inner->scopes[i]))
			return false;
	const struct caller *caller = &call->request->caller;
	if (inner->any_user && caller->kind == CALLER_PUBLIC)
		return error_set(call->error, 401, "UnauthorizedError", "Unauthorized");
	if (inner->any_user && caller->kind == CALLER_TOKEN && caller->token_type != TOKEN_FULL_ACCESS)
		return error_forbidden(call->error);
	return true;
}

static bool may_act(const struct rest_call *call)
{
	const struct rest_inner *inner = call->inner;
	/* Who asks has been admitted to the route whose code asks for this. */
	if (inner && inner->action)
		return true;
	if (inner && inner->only_admit)
		return may_all(call, inner);
	for (size_t i = 0; i < call->route.scope_count; i++)
		if (!may_do(call, call->route.scopes[i]))
			return false;
	return call->route.scope_count || may_do(call, call->route.action);
}

/* Nobody is identified. Strapi's users and files are then shown with all that is related to them: their controllers
 * check no relation without an `auth`, as those of content types do (code-unchecked-users in
 * tests/code_recorded_test.mjs). */
static enum request_identity without_caller(struct slice action)
{
	bool checks = !slice_starts_with(action, SLICE("plugin::users-permissions.user.")) &&
	              !slice_starts_with(action, SLICE("plugin::upload.content-api."));
	return checks ? REQUEST_ANONYMOUS : REQUEST_UNCHECKED;
}

/* Who has to call the route, and what it takes: the options of a route come before what it is by itself. */
static void set_identity(struct rest_call *call)
{
	const struct rest_route_options *options = call->route.options;
	const struct rest_inner *inner = call->inner;
	if (inner && inner->action) {
		call->request->identity =
		    inner->anonymous ? without_caller(slice_of(inner->action)) : REQUEST_IDENTIFIED;
		return;
	}
	if (options && options->action) {
		call->route.action = slice_of(options->action);
		call->route.scope_count = 0;
	}
	if (call->route.without_caller ||
	    (call->route.code && (call->route.coded.all || call->route.coded.route->unasked)))
		call->request->identity = without_caller(call->route.action);
	else if (options && options->open)
		call->request->identity = REQUEST_OPEN;
}

static enum request_outcome find(void *context, struct error *error)
{
	struct rest_call *call = context;
	struct request *request = call->request;
	*call = (struct rest_call){.rest = call->rest,
	                           .inner = call->inner,
	                           .request = request,
	                           .http = request->http,
	                           .response = request->response,
	                           .error = error};
	request->slot = &call->slot;
	if (!(call->inner ? inner_find(call) : route_find(call)))
		return REQUEST_REFUSED;
	if (call->route.file && public_answer(call))
		return REQUEST_ANSWERED;
	if (call->route.file && (error->status != 404 || !relay_is_open(call)))
		return REQUEST_REFUSED;
	call->route.relayed = call->route.relayed || call->route.file;
	if (call->route.relayed)
		request->identity = REQUEST_ANONYMOUS;
	else
		set_identity(call);
	return REQUEST_GOES_ON;
}

static enum request_outcome read_plain(struct rest_call *call)
{
	struct buffer asked = {0};
	buffer_slice(&asked, call->http->raw_path);
	buffer_byte(&asked, '?');
	buffer_slice(&asked, call->http->query);
	bool answered = request_answer_cached(call->request, 'r', buffer_as_slice(&asked));
	buffer_free(&asked);
	if (answered)
		return REQUEST_ANSWERED;
	if (!rest_next(call))
		return REQUEST_REFUSED;
	request_end_read(call->request);
	return REQUEST_ANSWERED;
}

static enum request_outcome answer(void *context, struct error *error)
{
	struct rest_call *call = context;
	call->error = error;
	if ((call->request->identity == REQUEST_IDENTIFIED && !may_act(call)) ||
	    (call->route.options && !route_options_admit(call)))
		return REQUEST_REFUSED;
	/* These are answered elsewhere, after this thread has found out who calls. */
	if (call->route.relayed || call->route.writes || call->route.background || call->route.code ||
	    call->http->body_follows)
		return REQUEST_GOES_ON;
	if (collection_is_plain(call))
		return read_plain(call);
	return rest_next(call) ? REQUEST_ANSWERED : REQUEST_REFUSED;
}

static bool start_code(struct rest_call *call)
{
	request_suspend(call->request);
	call->rest->run_code(call->rest->code_context, call);
	return true;
}

static bool go_on(void *context, struct error *error)
{
	struct rest_call *call = context;
	call->error = error;
	if (call->route.relayed)
		return relay_start(call);
	if (call->http->body_follows) {
		form_receive(call);
		return true;
	}
	return call->route.code         ? start_code(call)
	       : call->route.background ? background_start_call(call)
	                                : change_start(call);
}

static void handle(const struct rest *rest, const struct rest_inner *inner, struct http_request *http,
                   struct http_response *response)
{
	static const struct request_handler handler = {.find = find, .answer = answer, .go_on = go_on};
	/* It may outlive this function. */
	struct rest_call *call = arena_alloc(http->arena, sizeof *call);
	call->rest = rest;
	call->inner = inner;
	call->request = request_create(rest->requests, http, response);
	request_start(call->request, &handler, call);
}

void rest_handle_inner(struct rest *rest, const struct rest_inner *inner, struct http_request *http,
                       struct http_response *response)
{
	handle(rest, inner, http, response);
}

void rest_handle(void *context, struct http_request *http, struct http_response *response)
{
	handle(context, NULL, http, response);
}
