/* Running the operations of a request. Queries run first, on the serving thread and in one session: those that stand
 * beside changes must not keep the one that writes. Changes run one by one, each in a transaction of its own: the
 * request is put aside meanwhile. When one of them is about accounts or sets a password, all of them run on a thread of
 * theirs, which may wait. */
#include "run.h"
#include "parse.h"
#include "waiting.h"

#include "media/media.h"

#include <json-c/json.h>

static void free_operations(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++)
		operation_free(exchange->api, &exchange->operations[i]);
}

void exchange_answer(struct exchange *exchange)
{
	struct http_response *response = exchange->response;
	struct operation *only = exchange->operations;
	if (exchange->broken) {
		const char *code = exchange->error.status == 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR";
		exchange_refuse(exchange, exchange->error.status, exchange->error.message, code);
		free_operations(exchange);
		return;
	}
	for (size_t i = 0; i < exchange->count; i++) {
		if (exchange->batch)
			buffer_byte(&response->body, i ? ',' : '[');
		operation_write(exchange->api, &exchange->operations[i], &response->body);
	}
	if (exchange->batch) {
		buffer_byte(&response->body, ']');
	} else if (!only->execution) {
		response->status = only->status;
		response->retry_after = only->status == 503;
		if (only->post_only)
			response->allow = "POST";
	}
	free_operations(exchange);
}

bool exchange_has_changes(const struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++)
		if (operation_is_mutation(&exchange->operations[i]))
			return true;
	return false;
}

/* Is there anything that takes its time? */
bool exchange_is_slow(const struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++)
		for (size_t j = 0; j < operation_field_count(&exchange->operations[i]); j++)
			if (operation_is_account(&exchange->operations[i], j) ||
			    operation_has_passwords(&exchange->operations[i], j))
				return true;
	return false;
}

/* The operation whose change is next, or NULL. What changes nothing on the way there is answered. */
struct operation *exchange_next(struct exchange *exchange)
{
	for (; exchange->operation < exchange->count; exchange->operation++, exchange->field = 0) {
		struct operation *operation = &exchange->operations[exchange->operation];
		if (!operation_is_mutation(operation))
			continue;
		for (; exchange->field < operation_field_count(operation); exchange->field++) {
			if (operation_is_change(operation, exchange->field))
				return operation;
			operation_run_field(operation, exchange->field);
		}
	}
	return NULL;
}

static bool run_change(void *context, struct store_session *session, struct error *error)
{
	struct exchange *exchange = context;
	struct operation *operation = exchange_next(exchange);
	operation->request.session = session;
	operation->request.writing = true;
	operation->request.answers_later = !exchange->has_accounts;
	bool stays = false;
	operation->request.stays = &stays;
	operation_change_field(operation, exchange->field);
	operation->request.stays = NULL;
	return !operation->request.failed || stays ||
	       error_set(error, 400, "ApplicationError", "The change was refused");
}

void exchange_pass(struct exchange *exchange, bool done, const struct error *error)
{
	struct operation *operation = exchange_next(exchange);
	struct api_graphql_request *request = &operation->request;
	if (done && request->removed)
		media_remove(exchange->api->config, request->arena, request->removed);
	request->removed = NULL;
	/* What was refused has its error in its answer; else the change was made, but is not on disk. */
	if (!done && !request->failed) {
		exchange->broken = true;
		exchange->error = *error;
	}
	exchange->field++;
}

static void continue_changes(struct exchange *exchange);

/* Reads what a change populates, and answers it. */
static bool complete_change(void *context)
{
	struct exchange *exchange = context;
	struct request *whole = exchange->whole;
	struct operation *operation = exchange_next(exchange);
	struct api_graphql_request *request = &operation->request;
	struct error error;
	bool done = request_begin_primary(whole, &error);
	if (done) {
		request->session = whole->session;
		request->writing = false;
		const struct content_call content = request_content(request);
		done = content_complete(&content, request->partial, &error);
		/* Else it is begun again elsewhere, with the result as it was. */
		if (!request_is_moved(whole)) {
			if (!done)
				request_tell_stored(&error);
			operation_answer_field(operation, exchange->field, done ? NULL : &error);
		}
		request_end(whole);
		request->session = NULL;
	} else if (!request_is_moved(whole)) {
		request_tell_stored(&error);
		operation_answer_field(operation, exchange->field, &error);
	}
	if (request_is_moved(whole))
		return true;
	exchange_pass(exchange, true, &error);
	request_hand_over(whole);
	continue_changes(exchange);
	return false;
}

static void finish_change(void *context, bool done, const struct error *error)
{
	struct exchange *exchange = context;
	struct api_graphql_request *request = &exchange_next(exchange)->request;
	if (done && request->partial) {
		request_continue(exchange->whole, complete_change, exchange);
		return;
	}
	request->partial = NULL;
	exchange_pass(exchange, done, error);
	continue_changes(exchange);
}

static void continue_changes(struct exchange *exchange)
{
	if (exchange->broken || !exchange_next(exchange)) {
		exchange_answer(exchange);
		request_resume(exchange->whole);
		return;
	}
	exchange->job = (struct store_job){.run = run_change,
	                                   .finish = finish_change,
	                                   .context = exchange,
	                                   .arena = exchange->request->arena,
	                                   .budget = &exchange->whole->budget,
	                                   .needs_code = content_is_heard(exchange->api->content, NULL)};
	store_submit(exchange->api->store, &exchange->job);
}

/* ---- on a thread of accounts ---- */

static void run_account(struct exchange *exchange, struct operation *operation, struct account_call *call)
{
	struct error none = {0};
	operation->request.account = call;
	operation->request.session = NULL;
	operation_run_field(operation, exchange->field);
	operation->request.account = NULL;
	exchange_pass(exchange, true, &none);
}

static bool run_accounts(void *context)
{
	struct exchange *exchange = context;
	struct account_call *call = &exchange->account;
	struct operation *operation;
	struct error error;
	call->thread = exchange->whole->thread;
	while (!exchange->broken && (operation = exchange_next(exchange))) {
		if (operation_is_account(operation, exchange->field)) {
			run_account(exchange, operation, call);
			continue;
		}
		operation_hash_passwords(operation, exchange->field);
		bool done = account_write(call, run_change, exchange, &error);
		exchange_pass(exchange, done, &error);
	}
	exchange_answer(exchange);
	return true;
}

void exchange_start_accounts(struct exchange *exchange)
{
	struct error error;
	exchange->account = (struct account_call){
	    .accounts = exchange->api->accounts,
	    .arena = exchange->request->arena,
	    .address = exchange->request->remote_address,
	    .caller = exchange->caller,
	    .budget = &exchange->whole->budget,
	};
	exchange->has_accounts = true;
	if (request_wait(exchange->whole, REQUEST_HASHES, run_accounts, exchange, &error))
		return;
	exchange->broken = true;
	exchange->error = error;
	exchange_answer(exchange);
	request_resume(exchange->whole);
}

/* What is known of the caller belongs to the thread that serves; changes are made by others. */
static void keep_rights(struct exchange *exchange, bool all)
{
	const struct api_graphql *api = exchange->api;
	access_keep_caller(exchange->request->arena, api->schema->registry, all || api->keep_permissions,
	                   &exchange->caller);
	for (size_t i = 0; i < exchange->count; i++)
		exchange->operations[i].request.caller = exchange->caller;
}

/* ---- reading ---- */

static void run_queries(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++) {
		struct operation *operation = &exchange->operations[i];
		operation->request.session = exchange->session;
		for (size_t j = 0; j < operation_field_count(operation) && !operation_is_mutation(operation); j++)
			operation_run_field(operation, j);
	}
}

static void tell_statements(const struct exchange *exchange)
{
	if (exchange->api->count_statements)
		http_add_field(exchange->response, "X-Lectern-Statements",
		               arena_format(exchange->request->arena, "%llu",
		                            (unsigned long long)store_statement_count(exchange->session)));
}

static void prepare(struct exchange *exchange)
{
	struct arena *arena = exchange->request->arena;
	exchange->operations = arena_array(arena, exchange->count, sizeof *exchange->operations);
	struct budget *budget = &exchange->whole->budget;
	budget->rows = EXCHANGE_MOST_ROWS;
	budget->filters = EXCHANGE_MOST_FILTERS;
	budget->values = EXCHANGE_MOST_VALUES * exchange->count + exchange->request->body.len;
	for (size_t i = 0; i < exchange->count; i++) {
		struct ask *ask = &exchange->asks[i];
		ask->of = exchange->count;
		ask->http = exchange->request;
		ask->budget = budget;
		operation_prepare(exchange->api, arena, &exchange->caller, ask, &exchange->operations[i]);
		exchange->operations[i].request.http = exchange->request;
	}
}

/* Who calls is found out before what is asked is looked at, as Strapi does. */
static bool begin(struct exchange *exchange, struct error *error)
{
	struct request *whole = exchange->whole;
	if (!request_begin(whole, error))
		return false;
	exchange->session = whole->session;
	bool identified = request_identify(whole, error);
	exchange->caller = whole->caller;
	if (!identified)
		request_end(whole);
	return identified;
}

bool exchange_run(void *context)
{
	struct exchange *exchange = context;
	struct request *whole = exchange->whole;
	struct error error;
	*exchange = (struct exchange){
	    .api = exchange->api, .whole = whole, .request = whole->http, .response = whole->response};
	if (!begin(exchange, &error)) {
		exchange->response->content_type = "application/json; charset=utf-8";
		http_respond_error(exchange->response, &error);
		return true;
	}
	if (!exchange_read(exchange)) {
		request_end(whole);
		return true;
	}
	prepare(exchange);
	if (waiting_is_needed(exchange)) {
		keep_rights(exchange, true);
		request_end(whole);
		waiting_start(exchange);
		return false;
	}
	run_queries(exchange);
	bool changes = exchange_has_changes(exchange) && !request_is_moved(whole);
	if (changes)
		keep_rights(exchange, false);
	tell_statements(exchange);
	if (!changes)
		exchange_answer(exchange);
	request_end(whole);
	if (!changes)
		return true;
	request_hand_over(whole);
	if (exchange_is_slow(exchange))
		exchange_start_accounts(exchange);
	else
		continue_changes(exchange);
	return false;
}
