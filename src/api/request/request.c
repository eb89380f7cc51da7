/* The beginning of a request: what is asked, who calls, and the answer where it is read. */
#include "account/account.h"
#include "turn.h"
#include "workers.h"

const struct budget_limits request_limits = {
    .rows = 1000000,
    .bytes = REQUEST_MOST_BYTES,
    .sorts = REQUEST_MOST_SORTS,
    .filters = SIZE_MAX,
};

/* ---- who calls ---- */

static void admit_nobody(struct request *request)
{
	struct map *none = arena_alloc(request->arena, sizeof *none);
	size_t type_count = request->shared->registry->type_count;
	bool *may_find = arena_array(request->arena, type_count, sizeof *may_find);
	map_init(none, request->arena);
	for (size_t i = 0; i < type_count; i++)
		may_find[i] = request->identity == REQUEST_UNCHECKED;
	request->caller = (struct caller){
	    .kind = CALLER_PUBLIC,
	    .permissions = none,
	    .may_find = may_find,
	};
}

static bool identify(struct request *request, struct error *error)
{
	if (request->identity == REQUEST_ANONYMOUS || request->identity == REQUEST_UNCHECKED) {
		admit_nobody(request);
		return true;
	}
	/* Where a wrong token keeps nobody out, the database has to be there all the same. */
	return access_identify(request->shared->access, request->session, request->thread, request->http->authorization,
	                       request->arena, &request->caller, error) ||
	       (request->identity == REQUEST_OPEN && error->status < 500);
}

bool request_identify(struct request *request, struct slice authorization, struct error *error)
{
	return access_identify(request->shared->access, request->session, store_thread(request->session), authorization,
	                       request->arena, &request->caller, error);
}

bool request_allows(const struct request *request, struct slice action, const char *subject)
{
	if (access_allows(&request->caller, action))
		return true;
	access_explain_refusal(request->shared->access, &request->caller, action, subject);
	return false;
}

void request_write_limit(struct request *request, const struct account_call *account)
{
	struct arena *arena = request->arena;
	struct http_response *response = request->response;
	if (!account->limit)
		return;
	http_add_field(response, "X-RateLimit-Limit", arena_format(arena, "%u", account->limit));
	http_add_field(response, "X-RateLimit-Remaining", arena_format(arena, "%u", account->remaining));
	http_add_field(response, "X-RateLimit-Reset", arena_format(arena, "%lld", (long long)account->limit_end));
}

/* ---- from the beginning ---- */

static void write_statement_count(const struct request *request)
{
	if (request->shared->count_statements)
		http_add_field(
		    request->response, "X-Lectern-Statements",
		    arena_format(request->arena, "%llu", (unsigned long long)store_statement_count(request->session)));
}

/* In development, in the place of an answer that was read in the request's session: the statements that read it. */
static enum request_outcome write_explained(struct request *request, struct error *error)
{
	struct http_response *response = request->response;
	struct buffer *body = &response->body;
	if (request_is_moved(request) || response->status != 200)
		return REQUEST_ANSWERED;
	http_release_shared(response);
	body->len = 0;
	buffer_text(body, "{\"statements\":");
	if (!store_write_explained(request->session, body, error))
		return REQUEST_REFUSED;
	buffer_byte(body, '}');
	return REQUEST_ANSWERED;
}

static void reset(struct request *request)
{
	request->identity = REQUEST_IDENTIFIED;
	request->caller = (struct caller){0};
	request->slot = NULL;
	request->read = NULL;
	request->keep_permissions = request->needs_code = request->yields = false;
	budget_set_limits(&request->budget, request->handler->limits ? request->handler->limits : &request_limits);
}

static enum request_outcome answer(struct request *request, struct error *error)
{
	const struct request_handler *handler = request->handler;
	enum request_outcome outcome = handler->find ? handler->find(request->context, error) : REQUEST_GOES_ON;
	if (outcome != REQUEST_GOES_ON)
		return outcome;
	if (!turn_begin_session(request, error))
		return REQUEST_REFUSED;
	const bool known = identify(request, error);
	request->explained = known && request->shared->explains && http_header(request->http, "X-Lectern-Explain").len;
	if (request->explained)
		store_explain(request->session);
	outcome = known ? handler->answer(request->context, error) : REQUEST_REFUSED;
	if (request->explained && outcome == REQUEST_ANSWERED)
		outcome = write_explained(request, error);
	write_statement_count(request);
	turn_end_session(request);
	return outcome;
}

/* Koa's router tells OPTIONS which methods a path has where it refuses others. */
static bool tells_methods(const struct request *request, const struct error *error)
{
	if (request->http->method != HTTP_OPTIONS || error->status != 405 || !request->response->allow)
		return false;
	request->response->status = 200;
	request->response->content_type = "text/plain; charset=utf-8";
	return true;
}

static bool run_from_beginning(struct request *request)
{
	struct error error;
	reset(request);
	enum request_outcome outcome = answer(request, &error);
	if (!request_is_moved(request))
		readings_end(&request->shared->readings, request);
	if (outcome == REQUEST_GOES_ON && !request_is_moved(request)) {
		/* What is known of the caller belongs to this thread and its session. */
		access_keep_caller(request->arena, request->shared->registry,
		                   request->shared->keep_permissions || request->keep_permissions, &request->caller);
		if (request->handler->go_on(request->context, &error))
			return false;
		outcome = REQUEST_REFUSED;
	}
	if (outcome == REQUEST_REFUSED && error.status == 405 && request->http->method == HTTP_OTHER)
		error_set(&error, 501, "NotImplementedError", "The method is not one of %s", http_methods);
	if (outcome == REQUEST_REFUSED && !tells_methods(request, &error))
		http_respond_error(request->response, &error);
	return true;
}

struct request *request_create(struct requests *requests, struct http_request *http, struct http_response *response)
{
	struct request *request = arena_alloc(http->arena, sizeof *request);
	*request = (struct request){
	    .shared = requests,
	    .http = http,
	    .response = response,
	    .arena = http->arena,
	    .thread = http->thread,
	    .run = run_from_beginning,
	};
	budget_init(&request->budget, requests->config->request_time);
	request->origin = http->origin;
	return request;
}

void request_start(struct request *request, const struct request_handler *handler, void *context)
{
	request->handler = handler;
	request->context = context;
	if (!request->http->resumed) {
		turn_run(request, store_turn(request->shared->store));
		return;
	}
	/* No thread serves it. */
	request->suspended = true;
	turn_move(request);
}

struct content *requests_content(const struct requests *requests)
{
	return requests->content;
}

struct content_call request_content(struct request *request)
{
	return (struct content_call){
	    .content = request->shared->content,
	    .session = request->session,
	    .arena = request->arena,
	    .thread = store_thread(request->session),
	    .caller = &request->caller,
	    .budget = &request->budget,
	    .stays = request->stays,
	    .origin = request->origin,
	    .http = request->http,
	    .keys = cached_keys(request),
	};
}
