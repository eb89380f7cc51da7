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

static bool make_change(void *context, struct error *error)
{
	struct exchange *exchange = context;
	struct operation *operation = exchange_next(exchange);
	operation->request.answers_later = true;
	operation_resolve_field(operation, exchange->field);
	return !exchange->whole->failure || error_set(error, 400, "ApplicationError", "The change was refused");
}

static const struct request_change change = {.run = make_change};

static void run_native(struct exchange *exchange, struct operation *operation)
{
	struct request *whole = exchange->whole;
	struct error error, refused;
	budget_end_turn(&whole->budget);
	const bool stored = request_change_and_wait(whole, &change, &refused);
	bool good = request_go_on(whole, operation->request.primary, &error);
	if (good && stored && whole->partial) {
		const struct content_call content = request_content(whole);
		good = content_complete(&content, whole->partial, &error);
	}
	if (!good && stored)
		request_tell_stored(&error);
	operation_answer_field(operation, exchange->field, good ? NULL : &error);
	exchange_pass(exchange, stored, &refused);
}

/* ---- all of it ---- */

static void run_queries(struct exchange *exchange, struct operation *operation)
{
	struct request *whole = exchange->whole;
	for (size_t i = 0; i < operation_field_count(operation) && !exchange->broken; i++) {
		exchange->broken = !request_go_on(whole, operation->request.primary, &exchange->error);
		if (!exchange->broken)
			operation_run_field(operation, i);
	}
	request_pause(whole);
}

static void run_changes(struct exchange *exchange)
{
	struct operation *operation;
	struct error error = {0};
	while (!exchange->broken && (operation = exchange_next(exchange))) {
		if (!operation_is_elsewhere(operation, exchange->field)) {
			run_native(exchange, operation);
		} else if (request_go_on(exchange->whole, operation->request.primary, &error)) {
			operation_run_field(operation, exchange->field);
			exchange_pass(exchange, true, &error);
		} else {
			exchange->broken = true;
			exchange->error = error;
		}
		request_pause(exchange->whole);
	}
}

static bool run(void *context)
{
	struct exchange *exchange = context;
	struct request *whole = exchange->whole;
	for (size_t i = 0; i < exchange->count; i++) {
		struct operation *operation = &exchange->operations[i];
		operation->request.waits = true;
		operation->request.primary = exchange_has_changes(exchange);
		if (!operation_is_mutation(operation))
			run_queries(exchange, operation);
	}
	const bool slow = exchange_is_slow(exchange) && !exchange->broken;
	for (size_t i = 0; slow && i < exchange->count; i++)
		exchange->operations[i].request.waits = false;
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
	if (request_wait(exchange->whole, REQUEST_CODE, run, &exchange->error))
		return;
	exchange->broken = true;
	exchange_answer(exchange);
	request_resume(exchange->whole);
}
