/* Running the operations of a request. Queries run first, on the serving thread and in one session: those that stand
 * beside changes must not keep the one that writes. Changes run one by one, each in a transaction of its own: the
 * request is put aside meanwhile. When one of them is about accounts or sets a password, all of them run on a thread of
 * theirs, which may wait. */
#include "run.h"
#include "form.h"
#include "parse.h"
#include "uploads.h"
#include "waiting.h"

#include "media/media.h"

#include <json-c/json.h>

void exchange_free(struct exchange *exchange)
{
	for (size_t i = 0; exchange->operations && i < exchange->count; i++)
		operation_free(exchange->api, &exchange->operations[i]);
	exchange->operations = NULL;
}

void exchange_answer(struct exchange *exchange)
{
	struct http_response *response = exchange->response;
	struct operation *only = exchange->operations;
	if (exchange->broken) {
		const char *code = exchange->error.status == 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR";
		exchange_refuse(exchange, exchange->error.status, exchange->error.message, code);
		exchange_free(exchange);
		return;
	}
	for (size_t i = 0; i < exchange->count; i++) {
		if (exchange->batch)
			buffer_byte(&response->body, i ? ',' : '[');
		operation_write(exchange->api, &exchange->operations[i], &response->body);
	}
	if (exchange->batch) {
		buffer_byte(&response->body, ']');
	} else if (only && !only->execution) {
		response->status = only->status;
		response->retry_after = only->status == 503;
		if (only->post_only)
			response->allow = "POST";
	}
	exchange_free(exchange);
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

static bool run_change(void *context, struct error *error)
{
	struct exchange *exchange = context;
	struct operation *operation = exchange_next(exchange);
	operation->request.answers_later = !exchange->has_accounts;
	operation_change_field(operation, exchange->field);
	return !exchange->whole->failure || error_set(error, 400, "ApplicationError", "The change was refused");
}

void exchange_pass(struct exchange *exchange, bool stored, const struct error *error)
{
	struct operation *operation = exchange_next(exchange);
	struct api_graphql_request *request = &operation->request;
	if (stored && request->removed)
		media_remove(exchange->api->config, request->arena, request->removed);
	request->removed = NULL;
	uploads_end(request, stored);
	/* What was refused has its error in its answer; else the change was made, but is not on disk. */
	if (!stored && !exchange->whole->failure) {
		exchange->broken = true;
		exchange->error = *error;
	}
	exchange->field++;
}

static void complete_change(void *context, const struct error *error)
{
	struct exchange *exchange = context;
	operation_answer_field(exchange_next(exchange), exchange->field, error);
}

static void make_changes(struct exchange *exchange);

static void finish_change(void *context, bool stored, const struct error *error)
{
	struct exchange *exchange = context;
	exchange_pass(exchange, stored, error);
	make_changes(exchange);
}

static const struct request_change change = {.run = run_change, .complete = complete_change, .finish = finish_change};

static void make_changes(struct exchange *exchange)
{
	if (!exchange->broken && exchange_next(exchange)) {
		exchange->whole->needs_code = content_is_heard(exchange->api->content, NULL);
		request_change(exchange->whole, &change);
		return;
	}
	exchange_answer(exchange);
	request_resume(exchange->whole);
}

/* ---- on a thread that may wait ---- */

static void run_account(struct exchange *exchange, struct operation *operation, struct account_call *call)
{
	struct error none = {0};
	operation->request.account = call;
	operation_run_field(operation, exchange->field);
	operation->request.account = NULL;
	exchange_pass(exchange, true, &none);
}

static void begin_accounts(struct exchange *exchange)
{
	struct request *whole = exchange->whole;
	exchange->account = (struct account_call){
	    .accounts = exchange->api->accounts,
	    .arena = whole->arena,
	    .address = whole->http->remote_address,
	    .caller = whole->caller,
	    .budget = &whole->budget,
	};
	exchange->has_accounts = true;
}

void exchange_run_changes(struct exchange *exchange)
{
	struct account_call *call = &exchange->account;
	struct operation *operation;
	struct error error;
	if (!exchange->has_accounts)
		begin_accounts(exchange);
	call->thread = exchange->whole->thread;
	exchange->whole->needs_code = content_is_heard(exchange->api->content, NULL);
	while (!exchange->broken && (operation = exchange_next(exchange))) {
		if (operation_is_account(operation, exchange->field)) {
			run_account(exchange, operation, call);
			continue;
		}
		operation_hash_passwords(operation, exchange->field);
		if (exchange->is_form)
			uploads_prepare(operation, exchange->field, exchange->api->media, exchange->received.form);
		bool stored = request_change_and_wait(exchange->whole, &change, &error);
		exchange_pass(exchange, stored, &error);
	}
	exchange_answer(exchange);
}

static bool run_accounts(void *context)
{
	exchange_run_changes(context);
	return true;
}

void exchange_start_accounts(struct exchange *exchange)
{
	struct request *whole = exchange->whole;
	begin_accounts(exchange);
	if (request_wait(whole, REQUEST_HASHES, run_accounts, &exchange->error))
		return;
	exchange->broken = true;
	exchange_answer(exchange);
	request_resume(whole);
}

/* ---- reading ---- */

void exchange_run_queries(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->count; i++) {
		struct operation *operation = &exchange->operations[i];
		for (size_t j = 0; j < operation_field_count(operation) && !operation_is_mutation(operation); j++)
			operation_run_field(operation, j);
	}
}

void exchange_prepare(struct exchange *exchange)
{
	struct request *whole = exchange->whole;
	exchange->operations = arena_array(whole->arena, exchange->count, sizeof *exchange->operations);
	whole->budget.values = EXCHANGE_MOST_VALUES * exchange->count + whole->http->body.len;
	for (size_t i = 0; i < exchange->count; i++) {
		struct ask *ask = &exchange->asks[i];
		ask->of = exchange->count;
		ask->whole = whole;
		operation_prepare(exchange->api, ask, &exchange->operations[i]);
	}
}

/* Who calls is found out before what is asked is looked at, as Strapi does. */
static enum request_outcome answer(void *context, struct error *error)
{
	struct exchange *exchange = context;
	struct request *whole = exchange->whole;
	(void)error;
	*exchange = (struct exchange){
	    .api = exchange->api, .whole = whole, .request = whole->http, .response = whole->response};
	if (!exchange_read(exchange))
		return REQUEST_ANSWERED;
	if (exchange->is_form) {
		whole->keep_permissions = true;
		return REQUEST_GOES_ON;
	}
	exchange_prepare(exchange);
	exchange->waits = waiting_is_needed(exchange);
	if (exchange->waits && !request_is_moved(whole)) {
		whole->keep_permissions = true;
		return REQUEST_GOES_ON;
	}
	exchange_run_queries(exchange);
	if (exchange_has_changes(exchange) && !request_is_moved(whole))
		return REQUEST_GOES_ON;
	exchange_answer(exchange);
	return REQUEST_ANSWERED;
}

static bool go_on(void *context, struct error *error)
{
	struct exchange *exchange = context;
	(void)error;
	if (exchange->is_form) {
		form_start(exchange);
		return true;
	}
	request_hand_over(exchange->whole);
	if (exchange->waits)
		waiting_start(exchange);
	else if (exchange_is_slow(exchange))
		exchange_start_accounts(exchange);
	else
		make_changes(exchange);
	return true;
}

const struct request_handler exchange_handler = {
    .most_rows = EXCHANGE_MOST_ROWS, .most_filters = EXCHANGE_MOST_FILTERS, .answer = answer, .go_on = go_on};
