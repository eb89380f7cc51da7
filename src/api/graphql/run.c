/* Running the operations of a request. Queries run first, on the serving thread and in one session: those that stand
 * beside changes must not keep the one that writes. Changes run one by one, each in a transaction of its own: the
 * request is put aside meanwhile. When one of them is about accounts or sets a password, all of them run on a thread of
 * theirs, which may wait. */
#include "run.h"
#include "files.h"
#include "form.h"
#include "parse.h"
#include "prepare.h"
#include "uploads.h"
#include "waiting.h"

#include "media/media.h"

#include <json-c/json.h>

void api_graphql_batch_free(struct api_graphql_batch *batch)
{
	for (size_t i = 0; batch->operations && i < batch->count; i++)
		api_graphql_operation_free(batch->api, &batch->operations[i]);
	batch->operations = NULL;
}

void api_graphql_batch_answer(struct api_graphql_batch *batch)
{
	struct http_response *response = batch->response;
	struct api_graphql_operation *only = batch->operations;
	if (batch->broken) {
		const char *code = batch->error.status == 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR";
		api_graphql_batch_refuse(batch, batch->error.status, batch->error.message, code);
		api_graphql_batch_free(batch);
		return;
	}
	for (size_t i = 0; i < batch->count; i++) {
		if (batch->is_list)
			buffer_byte(&response->body, i ? ',' : '[');
		api_graphql_operation_write(&batch->operations[i], &response->body);
	}
	if (batch->is_list) {
		buffer_byte(&response->body, ']');
	} else if (only && !only->execution) {
		response->status = only->status;
		response->retry_after = only->status == 503;
		if (only->post_only)
			response->allow = "POST";
	}
	api_graphql_batch_free(batch);
}

bool api_graphql_batch_has_changes(const struct api_graphql_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		if (api_graphql_operation_is_mutation(&batch->operations[i]))
			return true;
	return false;
}

/* Is there anything that takes its time? */
bool api_graphql_batch_is_slow(const struct api_graphql_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		for (size_t j = 0; j < api_graphql_operation_field_count(&batch->operations[i]); j++)
			if (api_graphql_operation_is_account(&batch->operations[i], j) ||
			    (batch->api->config->uploads.s3 &&
			     api_graphql_files_is_removal(&batch->operations[i], j)) ||
			    api_graphql_operation_has_passwords(&batch->operations[i], j))
				return true;
	return false;
}

/* The operation whose change is next, or NULL. What changes nothing on the way there is answered. */
struct api_graphql_operation *api_graphql_batch_next(struct api_graphql_batch *batch)
{
	for (; batch->operation < batch->count; batch->operation++, batch->field = 0) {
		struct api_graphql_operation *operation = &batch->operations[batch->operation];
		if (!api_graphql_operation_is_mutation(operation))
			continue;
		for (; batch->field < api_graphql_operation_field_count(operation); batch->field++) {
			if (api_graphql_operation_is_change(operation, batch->field))
				return operation;
			api_graphql_operation_run_field(operation, batch->field);
		}
	}
	return NULL;
}

static bool run_change(void *context, struct error *error)
{
	struct api_graphql_batch *batch = context;
	struct api_graphql_operation *operation = api_graphql_batch_next(batch);
	operation->context.answers_later = !batch->has_accounts;
	api_graphql_operation_change_field(operation, batch->field);
	return !batch->request->failure || error_set(error, 400, "ApplicationError", "The change was refused");
}

void api_graphql_batch_pass(struct api_graphql_batch *batch, bool stored, const struct error *error)
{
	struct api_graphql_operation *operation = api_graphql_batch_next(batch);
	struct api_graphql_context *context = &operation->context;
	media_removal_end(&context->removal, stored);
	api_graphql_uploads_end(context, stored);
	/* What was refused has its error in its answer; else the change was made, but is not on disk. */
	if (!stored && !batch->request->failure) {
		batch->broken = true;
		batch->error = *error;
	}
	batch->field++;
}

static void complete_change(void *context, const struct error *error)
{
	struct api_graphql_batch *batch = context;
	api_graphql_operation_answer_field(api_graphql_batch_next(batch), error);
}

static void make_changes(struct api_graphql_batch *batch);

static void finish_change(void *context, bool stored, const struct error *error)
{
	struct api_graphql_batch *batch = context;
	api_graphql_batch_pass(batch, stored, error);
	make_changes(batch);
}

static const struct request_change change = {.run = run_change, .complete = complete_change, .finish = finish_change};

static void make_changes(struct api_graphql_batch *batch)
{
	if (!batch->broken && api_graphql_batch_next(batch)) {
		request_expect_hooks(batch->request, NULL);
		request_change(batch->request, &change);
		return;
	}
	api_graphql_batch_answer(batch);
	request_resume(batch->request);
}

/* ---- on a thread that may wait ---- */

static void run_account(struct api_graphql_batch *batch, struct api_graphql_operation *operation,
                        struct account_call *call)
{
	struct error none = {0};
	operation->context.account = call;
	api_graphql_operation_run_field(operation, batch->field);
	operation->context.account = NULL;
	api_graphql_batch_pass(batch, true, &none);
}

static void begin_accounts(struct api_graphql_batch *batch)
{
	struct request *request = batch->request;
	batch->account = (struct account_call){
	    .accounts = batch->api->accounts,
	    .arena = request->arena,
	    .address = request->http->remote_address,
	    .caller = request->caller,
	    .http = request->http,
	    .budget = &request->budget,
	};
	batch->has_accounts = true;
}

void api_graphql_batch_run_changes(struct api_graphql_batch *batch)
{
	struct account_call *call = &batch->account;
	struct api_graphql_operation *operation;
	struct error error;
	if (!batch->has_accounts)
		begin_accounts(batch);
	call->thread = batch->request->thread;
	request_expect_hooks(batch->request, NULL);
	while (!batch->broken && (operation = api_graphql_batch_next(batch))) {
		if (api_graphql_operation_is_account(operation, batch->field)) {
			run_account(batch, operation, call);
			continue;
		}
		api_graphql_operation_hash_passwords(operation, batch->field);
		if (batch->is_form)
			api_graphql_uploads_prepare(operation, batch->field, batch->api->media, batch->received.form);
		bool stored = request_change_and_wait(batch->request, &change, &error);
		api_graphql_batch_pass(batch, stored, &error);
	}
	api_graphql_batch_answer(batch);
}

static bool run_accounts(void *context)
{
	api_graphql_batch_run_changes(context);
	return true;
}

void api_graphql_batch_start_accounts(struct api_graphql_batch *batch)
{
	struct request *request = batch->request;
	begin_accounts(batch);
	if (request_wait(request, REQUEST_HASHES, run_accounts, &batch->error))
		return;
	batch->broken = true;
	api_graphql_batch_answer(batch);
	request_resume(request);
}

/* ---- reading ---- */

void api_graphql_batch_run_queries(struct api_graphql_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++) {
		struct api_graphql_operation *operation = &batch->operations[i];
		for (size_t j = 0;
		     j < api_graphql_operation_field_count(operation) && !api_graphql_operation_is_mutation(operation);
		     j++)
			api_graphql_operation_run_field(operation, j);
	}
}

void api_graphql_batch_prepare(struct api_graphql_batch *batch)
{
	struct request *request = batch->request;
	batch->operations = arena_array(request->arena, batch->count, sizeof *batch->operations);
	batch->values_left = BATCH_MOST_VALUES * batch->count + request->http->body.len;
	for (size_t i = 0; i < batch->count; i++) {
		struct api_graphql_parameters *parameters = &batch->parameters[i];
		parameters->values_left = &batch->values_left;
		parameters->of = batch->count;
		parameters->request = request;
		api_graphql_operation_prepare(batch->api, parameters, &batch->operations[i]);
	}
}

/* ---- answers that are remembered ---- */

/* Listeners of the project's code may change what is read of any type. */
static bool may_remember(const struct api_graphql_batch *batch)
{
	return !content_waits_to_read_any(batch->api->content);
}

/* All that the answer depends on was looked at by api_graphql_batch_read, or stands here. */
static bool answer_remembered(struct api_graphql_batch *batch)
{
	const struct http_request *http = batch->http;
	const bool get = http->method == HTTP_GET;
	const struct slice text = get ? http->query : http->body;
	char *asked = arena_alloc(batch->request->arena, text.len + 2);
	asked[0] = get ? 'q' : 'b';
	asked[1] = batch->modern ? 'm' : '-';
	if (text.len)
		memcpy(asked + 2, text.ptr, text.len);
	return request_answer_cached(batch->request, 'g', (struct slice){asked, text.len + 2});
}

static bool is_plain(const struct api_graphql_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		if (!api_graphql_operation_is_plain(&batch->operations[i]))
			return false;
	return true;
}

/* Who calls is found out before what is asked is looked at, as Strapi does. */
static enum request_outcome answer(void *context, struct error *error)
{
	struct api_graphql_batch *batch = context;
	struct request *request = batch->request;
	(void)error;
	*batch = (struct api_graphql_batch){
	    .api = batch->api, .request = request, .http = request->http, .response = request->response};
	if (!api_graphql_batch_read(batch))
		return REQUEST_ANSWERED;
	if (batch->is_form) {
		request->keep_permissions = true;
		return REQUEST_GOES_ON;
	}
	if (may_remember(batch) && answer_remembered(batch))
		return REQUEST_ANSWERED;
	api_graphql_batch_prepare(batch);
	batch->waits = api_graphql_waiting_is_needed(batch);
	if (batch->waits && !request_is_moved(request)) {
		request->keep_permissions = true;
		return REQUEST_GOES_ON;
	}
	api_graphql_batch_run_queries(batch);
	if (api_graphql_batch_has_changes(batch) && !request_is_moved(request))
		return REQUEST_GOES_ON;
	const bool plain = is_plain(batch);
	api_graphql_batch_answer(batch);
	if (plain)
		request_end_read(request);
	return REQUEST_ANSWERED;
}

static bool go_on(void *context, struct error *error)
{
	struct api_graphql_batch *batch = context;
	(void)error;
	if (batch->is_form) {
		api_graphql_form_start(batch);
		return true;
	}
	request_suspend(batch->request);
	if (batch->waits)
		api_graphql_waiting_start(batch);
	else if (api_graphql_batch_is_slow(batch))
		api_graphql_batch_start_accounts(batch);
	else
		make_changes(batch);
	return true;
}

static const struct budget_limits limits = {
    .rows = BATCH_MOST_ROWS,
    .bytes = REQUEST_MOST_BYTES,
    .sorts = REQUEST_MOST_SORTS,
    .filters = BATCH_MOST_FILTERS,
};

const struct request_handler api_graphql_batch_handler = {.limits = &limits, .answer = answer, .go_on = go_on};
