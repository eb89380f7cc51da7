/* The life of a REST request: its route, its caller, its rights, its endpoint. */
#include "accounts.h"
#include "change.h"
#include "custom.h"
#include "public.h"
#include "route.h"

#include <stdlib.h>

struct rest *rest_create(const struct config *config, const struct registry *registry, struct store *store,
                         struct requests *requests, struct content *content, struct accounts *accounts)
{
	struct rest *rest = calloc(1, sizeof *rest);
	if (!rest)
		abort();
	const char *count = getenv("LECTERN_COUNT_STATEMENTS");
	*rest = (struct rest){
	    .config = config,
	    .registry = registry,
	    .store = store,
	    .requests = requests,
	    .content = content,
	    .accounts = accounts,
	    .count_statements = count && strcmp(count, "1") == 0,
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

/* A route without authentication (auth: false): nobody is asked for, and nothing but the type itself may be found. */
static void admit_nobody(struct call *call)
{
	struct arena *arena = call->request->arena;
	struct map *none = arena_alloc(arena, sizeof *none);
	map_init(none, arena);
	call->caller = (struct caller){
	    .kind = CALLER_PUBLIC,
	    .permissions = none,
	    .may_find = arena_array(arena, call->rest->registry->type_count, sizeof *call->caller.may_find),
	};
}

static bool may_do(const struct call *call, struct slice action)
{
	const struct http_request *request = call->request;
	if (access_allows(&call->caller, action))
		return true;
	request_explain_refusal(call->rest->requests, &call->caller, action,
	                        arena_format(request->arena, "%.*s %.*s", slice_shown_length(request->method_name, 32),
	                                     request->method_name.ptr, slice_shown_length(request->path, 256),
	                                     request->path.ptr));
	return error_forbidden(call->error);
}

static bool may_act(const struct call *call)
{
	for (size_t i = 0; i < call->route.scope_count; i++)
		if (!may_do(call, call->route.scopes[i]))
			return false;
	return call->route.scope_count || may_do(call, call->route.action);
}

/* Who is calling, and may they? */
static bool admit(struct call *call)
{
	const struct rest_route_options *options = call->route.options;
	if (options && options->action) {
		call->route.action = slice_of(options->action);
		call->route.scope_count = 0;
	}
	if (call->route.without_caller) {
		admit_nobody(call);
		return true;
	}
	if (options && options->open) {
		struct error ignored;
		/* A token that is not valid keeps nobody out of what is open, but the database has to be there. */
		bool identified = request_identify(call->whole, &ignored);
		call->caller = call->whole->caller;
		if (identified || ignored.status < 500)
			return true;
		*call->error = ignored;
		return false;
	}
	bool identified = request_identify(call->whole, call->error);
	call->caller = call->whole->caller;
	return identified && may_act(call);
}

static void tell_statements(const struct call *call)
{
	struct arena *arena = call->request->arena;
	if (!call->rest->count_statements)
		return;
	http_add_field(call->response, "X-Lectern-Statements",
	               arena_format(arena, "%llu", (unsigned long long)store_statement_count(call->session)));
}

/* What is known of the caller belongs to the thread that serves. */
static bool start_code(struct call *call)
{
	access_keep_caller(call->request->arena, call->rest->registry, false, &call->caller);
	request_hand_over(call->whole);
	call->rest->run_code(call->rest->code_context, call);
	return true;
}

/* Whether it is answered elsewhere, after this thread has found out who calls. */
static bool goes_elsewhere(const struct call *call)
{
	return call->route.writes || call->route.background || call->route.code;
}

static bool answer(struct call *call, bool *handed_over)
{
	if (!route_find(call))
		return false;
	if (call->route.file)
		return public_answer(call);
	if (!request_begin(call->whole, call->error))
		return false;
	call->session = call->whole->session;
	bool done = admit(call) && (!call->route.options || route_options_admit(call)) &&
	            (goes_elsewhere(call) || rest_next(call));
	tell_statements(call);
	request_end(call->whole);
	if (request_is_moved(call->whole) || !done || !goes_elsewhere(call))
		return done;
	*handed_over = call->route.code         ? start_code(call)
	               : call->route.background ? background_start_call(call)
	                                        : change_start(call);
	return *handed_over;
}

static bool run(void *context)
{
	struct call *call = context;
	struct request *whole = call->whole;
	struct error error;
	bool handed_over = false;
	*call = (struct call){
	    .rest = call->rest, .whole = whole, .request = whole->http, .response = whole->response, .error = &error};
	if (!answer(call, &handed_over))
		http_respond_error(whole->response, &error);
	return !handed_over;
}

void rest_handle(void *context, struct http_request *request, struct http_response *response)
{
	const struct rest *rest = context;
	/* They may outlive this function. */
	struct call *call = arena_alloc(request->arena, sizeof *call);
	struct request *whole = arena_alloc(request->arena, sizeof *whole);
	call->rest = rest;
	call->whole = whole;
	request_start(rest->requests, whole, request, response, run, call);
}
