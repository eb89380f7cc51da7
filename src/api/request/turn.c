#include "turn.h"

#include "workers.h"

static void clear_answer(struct request *request)
{
	struct http_response *response = request->response;
	response->status = 200;
	response->content_type = "application/json; charset=utf-8";
	response->body.len = 0;
	http_release_shared(response);
	response->body.failed = false;
	response->allow = NULL;
	response->retry_after = 0;
	response->field_count = response->left_out_count = 0;
}

void turn_move(struct request *request)
{
	if (!request->continued)
		clear_answer(request);
	budget_restart(&request->budget);
	if (!request->suspended)
		http_suspend(request->http);
	request->suspended = true;
	if (!cached_wait(request))
		turn_go_on(request, request->second_turn || request->budget.needs_long);
}

void turn_go_on(struct request *request, bool heavy)
{
	struct error error;
	request->second_turn = true;
	if (heavy ? workers_submit_heavy(request, &error) : workers_submit_second(request, &error))
		return;
	if (request->continued) {
		turn_run_ended(request);
		return;
	}
	readings_end(&request->shared->readings, request);
	http_respond_error(request->response, &error);
	request_resume(request);
}

void turn_run_ended(struct request *request)
{
	request->budget.ended = BUDGET_CANCELLED;
	turn_run(request, 0);
}

void turn_run(struct request *request, int64_t limit)
{
	budget_begin_turn(&request->budget, limit);
	if (!request->run(request))
		return;
	budget_end_turn(&request->budget);
	if (request_is_moved(request))
		turn_move(request);
	else if (request->suspended)
		request_resume(request);
}

void turn_continue(struct request *request, bool (*run)(struct request *request))
{
	struct error error;
	request->run = run;
	request->continued = true;
	if (!workers_submit_after(request, &error))
		turn_run_ended(request);
}

bool request_is_moved(const struct request *request)
{
	return request->budget.ended == BUDGET_TURN_OVER;
}

/* ---- sessions ---- */

/* A request that has ended may be on a thread that has no part in the store. */
static bool may_begin(const struct request *request, struct error *error)
{
	return !request->budget.ended || budget_refuse(&request->budget, NULL, error);
}

bool turn_begin_session(struct request *request, struct error *error)
{
	struct store *store = request->shared->store;
	if (!may_begin(request, error) ||
	    !store_begin(store, request->thread, request->arena, &request->session, error))
		return false;
	store_use_budget(request->session, &request->budget);
	return true;
}

bool turn_begin_primary(struct request *request, struct error *error)
{
	struct store *store = request->shared->store;
	if (!may_begin(request, error) ||
	    !store_begin_primary(store, request->thread, request->arena, &request->session, error))
		return false;
	store_use_budget(request->session, &request->budget);
	return true;
}

void turn_end_session(struct request *request)
{
	if (request->session)
		store_end(request->session);
	request->session = NULL;
}

/* ---- going on elsewhere ---- */

static bool run_waiting(struct request *request)
{
	return request->wait_run(request->context);
}

bool request_go_on(struct request *request, bool primary, struct error *error)
{
	budget_end_turn(&request->budget);
	budget_begin_turn(&request->budget, 0);
	if (request->session)
		return true;
	return primary ? turn_begin_primary(request, error) : turn_begin_session(request, error);
}

void request_pause(struct request *request)
{
	budget_end_turn(&request->budget);
	turn_end_session(request);
}

bool request_wait(struct request *request, enum request_wait wait, bool (*run)(void *context), struct error *error)
{
	request_suspend(request);
	request->run = run_waiting;
	request->wait_run = run;
	request->continued = true;
	return workers_submit_waiting(request, wait, error);
}

void request_suspend(struct request *request)
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
