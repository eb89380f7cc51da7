/* The life of a request: its route, its admin, their rights, its endpoint. */
#include "call.h"
#include "content/schemas.h"
#include "iso_locales.h"
#include "panel.h"

#include <json-c/json.h>
#include <stdlib.h>

static bool has_admins(struct api_admin *admin, bool *has, struct error *error)
{
	struct arena *arena = arena_create();
	struct store_session *session;
	int64_t count = 0;
	bool done = store_begin(admin->store, 0, arena, &session, error);
	if (done) {
		done = store_count(session, query_create(arena, admin->registry->admin_user), &count, error);
		store_end(session);
	}
	*has = count > 0;
	arena_destroy(arena);
	return done;
}

/* Whether there is something to administrate with. */
static bool is_wanted(struct api_admin *admin, bool *wanted, struct error *error)
{
	*wanted = admin->panel != NULL;
	if (!*wanted && !has_admins(admin, wanted, error))
		return false;
	if (*wanted && !access_has_admins(admin->access)) {
		log_message(LOG_WARNING, "There is no administration: ADMIN_JWT_SECRET (auth.secret in "
		                         "config/admin.json) is not set, or is the secret of users, too");
		*wanted = false;
	}
	return true;
}

bool api_admin_open(const struct config *config, const struct registry *registry, struct store *store,
                    struct requests *requests, struct access *access, struct accounts *accounts,
                    const struct rest *rest, struct media *media, struct webhooks *webhooks, struct api_admin **admin,
                    struct error *error)
{
	bool wanted;
	*admin = NULL;
	if (!config->admin.enabled)
		return true;
	struct api_admin *opened = calloc(1, sizeof *opened);
	if (!opened)
		abort();
	*opened = (struct api_admin){.config = config,
	                             .registry = registry,
	                             .store = store,
	                             .requests = requests,
	                             .access = access,
	                             .accounts = accounts,
	                             .rest = rest,
	                             .media = media,
	                             .webhooks = webhooks,
	                             .panel = panel_open(config)};
	bool done = is_wanted(opened, &wanted, error);
	if (!done || !wanted) {
		api_admin_close(opened);
		return done;
	}
	opened->schemas = schemas_create(registry);
	*admin = opened;
	return true;
}

void api_admin_close(struct api_admin *admin)
{
	if (!admin)
		return;
	schemas_destroy(admin->schemas);
	panel_close(admin->panel);
	free(admin);
}

void api_admin_develop(struct api_admin *admin, struct api_admin_development *development)
{
	if (admin)
		admin->development = development;
}

void api_admin_ask(struct api_admin *admin, api_admin_asker *ask, void *context)
{
	if (!admin)
		return;
	admin->ask_code = ask;
	admin->asked = context;
}

/* The panel asks with HEAD, and has to see a failure before it believes that the project was loaded. */
bool api_admin_is_healthy(struct api_admin_development *development, const struct http_request *request)
{
	if (!slice_is(request->method_name, "HEAD"))
		return true;
	if (atomic_load(&development->served) != atomic_load(&development->written))
		return false;
	return !atomic_exchange(&development->restart_is_owed, false);
}

const char *api_admin_panel_path(const struct api_admin *admin)
{
	const char *path = admin ? admin->config->admin.path : NULL;
	return admin && admin->panel ? (*path ? path : "/") : NULL;
}

void api_admin_write_iso_locales(struct buffer *buffer)
{
	iso_locales_write(buffer);
}

bool api_admin_serves(const struct api_admin *admin, const struct http_request *request)
{
	struct admin_route_match match;
	if (!admin)
		return false;
	admin_route_find(request, &match);
	return match.route || match.allow || (admin->panel && panel_has(admin->panel, request));
}

bool api_admin_takes_form(const struct api_admin *admin, const struct http_request *request)
{
	struct admin_route_match match;
	admin_route_find(request, &match);
	return admin && match.route && admin_route_takes_form(match.route);
}

/* ---- the way ---- */

static bool refuse_method(struct admin_call *call)
{
	call->response->allow = call->match.allow;
	return error_set(call->error, 405, "MethodNotAllowedError", "Method Not Allowed");
}

static enum request_outcome find(void *context, struct error *error)
{
	struct admin_call *call = context;
	struct request *request = call->request;
	*call = (struct admin_call){.shared = call->shared,
	                            .request = request,
	                            .http = request->http,
	                            .response = request->response,
	                            .error = error};
	/* Admins are found out below, and are no callers of the content API. */
	request->identity = REQUEST_ANONYMOUS;
	admin_route_find(call->http, &call->match);
	if (call->match.route)
		return REQUEST_GOES_ON;
	const struct panel *panel = call->shared->panel;
	if (panel && panel_has(panel, call->http))
		return panel_answer(panel, call->http, call->response, error) ? REQUEST_ANSWERED : REQUEST_REFUSED;
	refuse_method(call);
	return REQUEST_REFUSED;
}

static bool may(const struct admin_call *call, const char *action, struct slice subject)
{
	return action && access_admin_may(&call->admin, slice_of(action), subject);
}

static bool identify(struct admin_call *call)
{
	const struct admin_route *route = call->match.route;
	struct request *request = call->request;
	if (route->need == NEEDS_OPEN)
		return true;
	if (route->need == NEEDS_CLOSED)
		return error_unauthorized(call->error, "Missing or invalid credentials");
	return access_identify_admin(call->shared->access, request->session, call->http->authorization, request->arena,
	                             &call->admin, call->error);
}

/* Whether the project's code has to be asked what the admin may do. */
static bool asks(const struct admin_call *call)
{
	return call->shared->ask_code && call->admin.asks;
}

static bool is_admitted(struct admin_call *call)
{
	const struct admin_route *route = call->match.route;
	struct slice subject = {NULL, 0};
	if (route->need == NEEDS_OPEN || route->need == NEEDS_ADMIN)
		return true;
	if (route->need == NEEDS_SUBJECT) {
		subject = admin_route_part(&call->match, ":model");
		if (!subject.len)
			return error_forbidden(call->error);
	}
	if (!may(call, route->action, subject) && !may(call, route->other, subject))
		return error_forbidden(call->error);
	return admin_route_admits(route, call);
}

static bool refuse_unbuilt(const struct admin_call *call)
{
	return error_set(call->error, 501, "NotImplementedError", "lectern does not answer %s %s yet",
	                 call->match.route->method, call->match.route->path);
}

static void prepare(struct admin_call *call)
{
	call->account = (struct account_call){
	    .accounts = call->shared->accounts,
	    .arena = call->http->arena,
	    .address = call->http->remote_address,
	    .by_itself = true,
	    .thread = call->request->thread,
	    .budget = &call->request->budget,
	};
}

static enum request_outcome answer(void *context, struct error *error)
{
	struct admin_call *call = context;
	call->error = error;
	http_add_field(call->response, "Cache-Control", "no-store");
	if (!identify(call) || (!asks(call) && !is_admitted(call)) ||
	    (!call->match.route->run && !refuse_unbuilt(call)) || !admin_call_read_body(call))
		return REQUEST_REFUSED;
	prepare(call);
	if (call->match.route->waits || asks(call))
		return REQUEST_GOES_ON;
	return call->match.route->run(call) ? REQUEST_ANSWERED : REQUEST_REFUSED;
}

/* False with the reason when the body could not be read. */
static bool is_received(const struct admin_call *call)
{
	if (call->received.refused)
		*call->error = call->received.error;
	return !call->received.refused;
}

/* Once for a request. Without an answer nothing is allowed. */
static bool admit_by_code(struct admin_call *call)
{
	struct json_object *answers;
	if (!asks(call) || call->is_admitted)
		return true;
	if (!call->shared->ask_code(call->shared->asked, call->http->arena, &call->admin, &answers, call->error))
		return false;
	access_set_asked_rules(call->http->arena, &call->admin, answers);
	if (!request_go_on(call->request, false, call->error))
		return false;
	call->is_admitted = is_admitted(call);
	request_pause(call->request);
	return call->is_admitted;
}

/* A route that only reads does so in a session, wherever it runs. */
static bool run_route(struct admin_call *call)
{
	if (call->match.route->waits)
		return call->match.route->run(call);
	if (!request_go_on(call->request, false, call->error))
		return false;
	bool done = call->match.route->run(call);
	request_pause(call->request);
	return done;
}

static bool run_behind(void *context)
{
	struct admin_call *call = context;
	struct error error;
	call->error = &error;
	prepare(call);
	if (!is_received(call) || !admit_by_code(call) || !run_route(call)) {
		call->response->body.len = 0;
		if (error.status == 429)
			call->response->retry_after = call->account.retry_after;
		request_hide_error(&error, call->http->arena, false);
		http_respond_error(call->response, &error);
	}
	request_write_limit(call->request, &call->account);
	media_form_free(call->received.form);
	return true;
}

/* Files are received of those alone who may send them. */
static bool admit_and_receive(void *context)
{
	struct admin_call *call = context;
	struct error error;
	call->error = &error;
	if (!admit_by_code(call)) {
		http_respond_error(call->response, &error);
		return true;
	}
	request_receive(call->request, call->shared->media, true, &call->received, run_behind);
	return false;
}

static bool go_on(void *context, struct error *error)
{
	struct admin_call *call = context;
	(void)error;
	struct error busy;
	const bool form = admin_route_takes_form(call->match.route) && call->http->body_follows;
	if (form && !asks(call)) {
		request_receive(call->request, call->shared->media, true, &call->received, run_behind);
		return true;
	}
	if (!request_wait(call->request, asks(call) ? REQUEST_CODE : REQUEST_HASHES,
	                  form ? admit_and_receive : run_behind, &busy)) {
		http_respond_error(call->response, &busy);
		request_resume(call->request);
	}
	return true;
}

void api_admin_handle(void *context, struct http_request *http, struct http_response *response)
{
	static const struct request_handler handler = {.find = find, .answer = answer, .go_on = go_on};
	const struct api_admin *admin = context;
	/* It may outlive this function. */
	struct admin_call *call = arena_alloc(http->arena, sizeof *call);
	call->shared = admin;
	call->request = request_create(admin->requests, http, response);
	request_start(call->request, &handler, call);
}
