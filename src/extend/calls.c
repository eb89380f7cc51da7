/* What the kinds of calls have in common, and who is calling. */
#include "calls.h"

#include <assert.h>

bool extension_call_content(const struct lectern_call *call, struct content_call *content)
{
	if (call->event)
		*content = *call->event->call;
	else if (call->request && call->request->session)
		*content = request_content(call->request);
	else
		return false;
	return true;
}

const struct caller *extension_call_caller(const struct lectern_call *call)
{
	if (call->event)
		return call->event->call->caller;
	return call->request ? &call->request->caller : NULL;
}

const struct http_request *extension_call_request(const struct lectern_call *call)
{
	return call->request ? call->request->http : NULL;
}

bool extension_call_writes(const struct lectern_call *call)
{
	return call->event || (call->request && call->request->writing);
}

void extension_call_failed(struct lectern_call *call)
{
	if (call->request)
		request_fail(call->request, call->error);
	if (call->failure)
		return;
	call->failure = arena_alloc(call->arena, sizeof *call->failure);
	*call->failure = *call->error;
}

bool extension_call_fail(struct lectern_call *call, bool done, const struct lectern_app *extension)
{
	if (call->failure && (done || !call->error->status))
		*call->error = *call->failure;
	if (!call->error->status)
		error_internal(call->error, "the extension %s failed without a reason", extension->name);
	return false;
}

bool extension_call_policy(struct lectern_call *call, const struct extension_step *policy)
{
	bool allowed = policy->policy(policy->context, call, json_value(policy->config));
	if (!allowed && !call->error->status)
		error_set(call->error, 403, "PolicyError", "Policy Failed");
	return allowed;
}

bool extension_call_middleware(struct lectern_call *call, const struct extension_step *middleware)
{
	bool done = middleware->middleware(middleware->context, call, json_value(middleware->config));
	return extension_call_end(call, done, middleware->extension);
}

/* ---- who is calling ---- */

/* Scalars are read and written for nobody in particular. */
static bool has_caller(const lectern_call *call)
{
	return call->event || call->request;
}

lectern_caller lectern_caller_kind(const lectern_call *call)
{
	static const lectern_caller kinds[] = {[CALLER_PUBLIC] = LECTERN_CALLER_PUBLIC,
	                                       [CALLER_USER] = LECTERN_CALLER_USER,
	                                       [CALLER_TOKEN] = LECTERN_CALLER_TOKEN};
	const struct caller *caller = extension_call_caller(call);
	if (!has_caller(call))
		return LECTERN_CALLER_PUBLIC;
	return caller ? kinds[caller->kind] : LECTERN_CALLER_SERVER;
}

int64_t lectern_caller_user_id(const lectern_call *call)
{
	const struct caller *caller = extension_call_caller(call);
	return caller && caller->kind == CALLER_USER ? caller->user_id : 0;
}

bool lectern_caller_user(lectern_call *call, lectern_value **user)
{
	int64_t id = lectern_caller_user_id(call);
	*user = NULL;
	return id == 0 || lectern_find_one(call, "plugin::users-permissions.user", id,
	                                   lectern_json(call, "{\"populate\":[\"role\"]}"), 0, user);
}

bool lectern_caller_role(lectern_call *call, lectern_text *role)
{
	lectern_value *user;
	lectern_caller kind = lectern_caller_kind(call);
	*role = kind == LECTERN_CALLER_PUBLIC ? (lectern_text){"public", sizeof "public" - 1} : (lectern_text){"", 0};
	if (kind != LECTERN_CALLER_USER)
		return true;
	if (!lectern_caller_user(call, &user))
		return false;
	*role = lectern_as_text(lectern_path(user, "role.type"));
	return true;
}

bool lectern_allowed(const lectern_call *call, const char *action)
{
	const struct caller *caller = extension_call_caller(call);
	return action && has_caller(call) && (!caller || access_allows(caller, slice_of(action)));
}

/* ---- the request ---- */

bool lectern_next(lectern_call *call)
{
	return call->next
	           ? call->next(call)
	           : error_internal(call->error, "an extension called lectern_next where nothing comes next: it is "
	                                         "for middlewares");
}

lectern_value *lectern_state(lectern_call *call)
{
	void **place = call->request ? call->request->slot : &call->state;
	if (!*place)
		*place = lectern_new_object(call);
	return *place;
}

lectern_text lectern_request_method(const lectern_call *call)
{
	const struct http_request *request = extension_call_request(call);
	return slice_text(request ? arena_copy_slice(call->arena, request->method_name) : SLICE(""));
}

lectern_text lectern_request_path(const lectern_call *call)
{
	const struct http_request *request = extension_call_request(call);
	return slice_text(request ? arena_copy_slice(call->arena, request->path) : SLICE(""));
}

lectern_text lectern_request_header(const lectern_call *call, const char *name)
{
	const struct http_request *request = extension_call_request(call);
	return slice_text(request && name ? arena_copy_slice(call->arena, http_header(request, name)) : SLICE(""));
}

lectern_text lectern_request_address(const lectern_call *call)
{
	const struct http_request *request = extension_call_request(call);
	return slice_text(request ? arena_copy_slice(call->arena, request->remote_address) : SLICE(""));
}
