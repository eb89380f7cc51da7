#include "waiting.h"

#include "run.h"

bool api_graphql_waiting_is_needed(const struct api_graphql_batch *batch)
{
	for (size_t i = 0; batch->api->schema->waits && i < batch->count; i++)
		if (api_graphql_operation_waits(&batch->operations[i]))
			return true;
	return false;
}

/* ---- changes that the thread that writes makes ---- */

static bool make_change(void *context, struct error *error)
{
	struct api_graphql_batch *batch = context;
	struct api_graphql_operation *operation = api_graphql_batch_next(batch);
	operation->context.answers_later = true;
	api_graphql_operation_resolve_field(operation, batch->field);
	return !batch->request->failure || error_set(error, 400, "ApplicationError", "The change was refused");
}

static const struct request_change change = {.run = make_change};

static void run_native(struct api_graphql_batch *batch, struct api_graphql_operation *operation)
{
	struct request *request = batch->request;
	struct error error, refused;
	budget_end_turn(&request->budget);
	request_expect_hooks(request, NULL);
	const bool stored = request_change_and_wait(request, &change, &refused);
	bool good = request_go_on(request, operation->context.primary, &error);
	if (good && stored && request->partial) {
		const struct content_call content = request_content(request);
		good = content_complete(&content, request->partial, &error);
	}
	if (!good && stored)
		request_explain_stored(&error);
	api_graphql_operation_answer_field(operation, good ? NULL : &error);
	api_graphql_batch_pass(batch, stored, &refused);
}

/* ---- all of it ---- */

static void run_queries(struct api_graphql_batch *batch, struct api_graphql_operation *operation)
{
	struct request *request = batch->request;
	for (size_t i = 0; i < api_graphql_operation_field_count(operation) && !batch->broken; i++) {
		batch->broken = !request_go_on(request, operation->context.primary, &batch->error);
		if (!batch->broken)
			api_graphql_operation_run_field(operation, i);
	}
	request_pause(request);
}

static void run_changes(struct api_graphql_batch *batch)
{
	struct api_graphql_operation *operation;
	struct error error = {0};
	while (!batch->broken && (operation = api_graphql_batch_next(batch))) {
		if (!api_graphql_operation_is_elsewhere(operation, batch->field)) {
			run_native(batch, operation);
		} else if (request_go_on(batch->request, operation->context.primary, &error)) {
			api_graphql_operation_run_field(operation, batch->field);
			api_graphql_batch_pass(batch, true, &error);
		} else {
			batch->broken = true;
			batch->error = error;
		}
		request_pause(batch->request);
	}
}

static bool run(void *context)
{
	struct api_graphql_batch *batch = context;
	struct request *request = batch->request;
	for (size_t i = 0; i < batch->count; i++) {
		struct api_graphql_operation *operation = &batch->operations[i];
		operation->context.waits = true;
		operation->context.primary = api_graphql_batch_has_changes(batch);
		if (!api_graphql_operation_is_mutation(operation))
			run_queries(batch, operation);
	}
	const bool slow = api_graphql_batch_is_slow(batch) && !batch->broken;
	for (size_t i = 0; slow && i < batch->count; i++)
		batch->operations[i].context.waits = false;
	if (!slow)
		run_changes(batch);
	budget_end_turn(&request->budget);
	if (slow) {
		api_graphql_batch_start_accounts(batch);
		return false;
	}
	api_graphql_batch_answer(batch);
	return true;
}

void api_graphql_waiting_start(struct api_graphql_batch *batch)
{
	if (request_wait(batch->request, REQUEST_CODE, run, &batch->error))
		return;
	batch->broken = true;
	api_graphql_batch_answer(batch);
	request_resume(batch->request);
}
