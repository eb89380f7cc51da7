#include "request.h"

#include "workers.h"

enum {
	/* Milliseconds of a turn on a thread that serves. A database elsewhere is waited for, and others work there,
	 * too.
	 */
	TURN = 10,
	TURN_ELSEWHERE = 40,
	MOST_ROWS = 1000000,
	MOST_SORTS = 100,
	MOST_BYTES = 256 << 20,
};

static void clear_answer(struct request *request)
{
	struct http_response *response = request->response;
	response->status = 200;
	response->content_type = "application/json; charset=utf-8";
	response->body.len = 0;
	response->body.failed = false;
	response->allow = NULL;
	response->retry_after = 0;
	response->field_count = 0;
}

static void refuse(struct request *request, const struct error *error)
{
	clear_answer(request);
	http_respond_error(request->response, error);
}

bool request_is_moved(const struct request *request)
{
	return request->budget.ended == BUDGET_TURN_OVER;
}

static void move(struct request *request)
{
	struct error error;
	if (!request->continued)
		clear_answer(request);
	budget_restart(&request->budget);
	if (!request->suspended)
		http_suspend(request->http);
	request->suspended = true;
	bool again = request->second;
	request->second = true;
	if (again ? workers_submit_heavy(request, &error) : workers_submit_second(request, &error))
		return;
	if (request->continued) {
		request_run_ended(request);
		return;
	}
	refuse(request, &error);
	request_resume(request);
}

void request_run_ended(struct request *request)
{
	request->budget.ended = BUDGET_CANCELLED;
	request_run_turn(request, 0);
}

void request_run_turn(struct request *request, int64_t limit)
{
	budget_begin_turn(&request->budget, limit);
	if (!request->run(request->context))
		return;
	budget_end_turn(&request->budget);
	if (request_is_moved(request))
		move(request);
	else if (request->suspended)
		request_resume(request);
}

void request_start(struct requests *requests, struct request *request, struct http_request *http,
                   struct http_response *response, bool (*run)(void *context), void *context)
{
	*request = (struct request){
	    .all = requests,
	    .http = http,
	    .response = response,
	    .arena = http->arena,
	    .thread = http->thread,
	    .run = run,
	    .context = context,
	};
	budget_init(&request->budget, requests->config->request_time);
	request->budget.rows = MOST_ROWS;
	request->budget.sorts = MOST_SORTS;
	request->budget.bytes = MOST_BYTES;
	request_run_turn(request, store_turn(requests->store));
}

void request_continue(struct request *request, bool (*run)(void *context), void *context)
{
	struct error error;
	request->run = run;
	request->context = context;
	request->continued = true;
	if (!workers_submit_after(request, &error))
		request_run_ended(request);
}

bool request_wait(struct request *request, enum request_wait wait, bool (*run)(void *context), void *context,
                  struct error *error)
{
	request_hand_over(request);
	request->run = run;
	request->context = context;
	request->continued = true;
	return workers_submit_waiting(request, wait, error);
}

void request_tell_stored(struct error *error)
{
	const struct error why = *error;
	error_set(error, why.status, why.name, "The change is stored, but its answer is not read: %s", why.message);
}

/* ---- sessions ---- */

/* A request that has ended may be on a thread that has no part in the store. */
static bool may_begin(const struct request *request, struct error *error)
{
	return !request->budget.ended || budget_refuse(&request->budget, NULL, error);
}

bool request_begin(struct request *request, struct error *error)
{
	if (!may_begin(request, error))
		return false;
	if (!store_begin(request->all->store, request->thread, request->arena, &request->session, error))
		return false;
	store_use_budget(request->session, &request->budget);
	return true;
}

bool request_begin_primary(struct request *request, struct error *error)
{
	if (!may_begin(request, error))
		return false;
	if (!store_begin_primary(request->all->store, request->thread, request->arena, &request->session, error))
		return false;
	store_use_budget(request->session, &request->budget);
	return true;
}

bool request_identify(struct request *request, struct error *error)
{
	return access_identify(request->all->access, request->session, request->thread, request->http->authorization,
	                       request->arena, &request->caller, error);
}

void request_end(struct request *request)
{
	store_end(request->session);
	request->session = NULL;
}

/* ---- handing over ---- */

void request_hand_over(struct request *request)
{
	budget_end_turn(&request->budget);
	request->background = false;
	request->budget.is_cancelled = NULL;
	if (!request->suspended)
		http_suspend(request->http);
	request->suspended = true;
}

void request_resume(struct request *request)
{
	http_resume(request->http);
}

void request_explain_refusal(const struct requests *requests, const struct caller *caller, struct slice action,
                             const char *what)
{
	access_explain_refusal(requests->access, caller, action, what);
}
