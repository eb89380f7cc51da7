/* What the kinds of calls have in common, and who is calling. */
#include "calls.h"

#include <assert.h>

struct content_call extension_call_content(const struct lectern_call *call)
{
	switch (call->kind) {
	case CALL_REST:
		return rest_call_content(call->rest);
	case CALL_HOOK:
		return *call->event->call;
	case CALL_GRAPHQL:
		return api_graphql_call_content(call->graphql);
	case CALL_BARE:
		break;
	}
	assert(!"no content here");
	return (struct content_call){0};
}

const struct caller *extension_call_caller(const struct lectern_call *call)
{
	switch (call->kind) {
	case CALL_REST:
		return rest_call_caller(call->rest);
	case CALL_HOOK:
		return call->event->call->caller;
	case CALL_GRAPHQL:
		return api_graphql_call_caller(call->graphql);
	case CALL_BARE:
		break;
	}
	return NULL;
}

const struct http_request *extension_call_request(const struct lectern_call *call)
{
	if (call->kind == CALL_GRAPHQL)
		return api_graphql_call_request(call->graphql);
	return call->kind == CALL_REST ? rest_call_request(call->rest) : NULL;
}

bool extension_call_writes(const struct lectern_call *call)
{
	if (call->kind == CALL_GRAPHQL)
		return api_graphql_call_writes(call->graphql);
	return call->kind == CALL_HOOK || (call->kind == CALL_REST && rest_call_writes(call->rest));
}

void extension_call_failed(struct lectern_call *call)
{
	if (call->kind == CALL_GRAPHQL)
		api_graphql_call_failed(call->graphql);
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

bool extension_call_end_policy(struct lectern_call *call, bool allowed)
{
	if (!allowed && !call->error->status)
		error_set(call->error, 403, "PolicyError", "Policy Failed");
	return allowed;
}

/* ---- who is calling ---- */

lectern_caller lectern_caller_kind(const lectern_call *call)
{
	static const lectern_caller kinds[] = {[CALLER_PUBLIC] = LECTERN_CALLER_PUBLIC,
	                                       [CALLER_USER] = LECTERN_CALLER_USER,
	                                       [CALLER_TOKEN] = LECTERN_CALLER_TOKEN};
	const struct caller *caller = extension_call_caller(call);
	if (call->kind == CALL_BARE)
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
	return action && call->kind != CALL_BARE && (!caller || access_allows(caller, slice_of(action)));
}

/* ---- the request ---- */

lectern_value *lectern_state(lectern_call *call)
{
	void **place = call->kind == CALL_GRAPHQL ? api_graphql_call_slot(call->graphql) : &call->state;
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
