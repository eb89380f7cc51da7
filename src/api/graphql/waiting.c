#include "waiting.h"

#include "run.h"

bool waiting_is_needed(const struct exchange *exchange)
{
	for (size_t i = 0; exchange->api->schema->waits && i < exchange->count; i++)
		if (operation_waits(&exchange->operations[i]))
			return true;
	return false;
}

/* ---- changes that the thread that writes makes ---- */

static bool make_change(void *context, struct store_session *session, struct error *error)
{
	struct exchange *exchange = context;
	struct operation *operation = exchange_next(exchange);
	struct api_graphql_request *request = &operation->request;
	bool stays = false;
	request->session = session;
	request->writing = true;
	request->answers_later = true;
	request->stays = &stays;
	operation_resolve_field(operation, exchange->field);
	request->stays = NULL;
	request->session = NULL;
	request->writing = false;
	return !request->failed || stays || error_set(error, 400, "ApplicationError", "The change was refused");
}

static void run_native(struct exchange *exchange, struct operation *operation)
{
	struct api_graphql_request *request = &operation->request;
	struct error error, refused;
	budget_end_turn(&exchange->whole->budget);
	const bool done = store_change(exchange->api->store, exchange->request->arena, &exchange->whole->budget,
	                               make_change, exchange, &refused);
	bool good = request_go_on(request, &error);
	if (good && done && request->partial) {
		const struct content_call content = request_content(request);
		good = content_complete(&content, request->partial, &error);
	}
	if (!good && done)
		request_tell_stored(&error);
	operation_answer_field(operation, exchange->field, good ? NULL : &error);
	exchange_pass(exchange, done, &refused);
}

/* ---- all of it ---- */

static void pause(struct operation *operation)
{
	struct request *whole = operation->request.whole;
	if (whole->session)
		request_end(whole);
	operation->request.session = NULL;
}

static void run_queries(struct exchange *exchange, struct operation *operation)
{
	struct error error;
	for (size_t i = 0; i < operation_field_count(operation) && !exchange->broken; i++) {
		exchange->broken = !request_go_on(&operation->request, &error);
		if (exchange->broken)
			exchange->error = error;
		else
			operation_run_field(operation, i);
	}
	pause(operation);
}

static void run_changes(struct exchange *exchange)
{
	struct operation *operation;
	struct error error = {0};
	while (!exchange->broken && (operation = exchange_next(exchange))) {
		if (!operation_is_elsewhere(operation, exchange->field)) {
			run_native(exchange, operation);
		} else if (request_go_on(&operation->request, &error)) {
			operation_run_field(operation, exchange->field);
			exchange_pass(exchange, true, &error);
		} else {
			exchange->broken = true;
			exchange->error = error;
		}
		pause(operation);
	}
}

static bool run(void *context)
{
	struct exchange *exchange = context;
	struct request *whole = exchange->whole;
	for (size_t i = 0; i < exchange->count; i++) {
		struct operation *operation = &exchange->operations[i];
		operation->request.whole = whole;
		operation->request.primary = exchange_has_changes(exchange);
		if (!operation_is_mutation(operation))
			run_queries(exchange, operation);
	}
	const bool slow = exchange_is_slow(exchange) && !exchange->broken;
	for (size_t i = 0; slow && i < exchange->count; i++)
		exchange->operations[i].request.whole = NULL;
	if (!slow)
		run_changes(exchange);
	budget_end_turn(&whole->budget);
	if (slow) {
		exchange_start_accounts(exchange);
		return false;
	}
	exchange_answer(exchange);
	return true;
}

void waiting_start(struct exchange *exchange)
{
	if (request_wait(exchange->whole, REQUEST_CODE, run, exchange, &exchange->error))
		return;
	exchange->broken = true;
	exchange_answer(exchange);
	request_resume(exchange->whole);
}
