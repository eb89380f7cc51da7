#include "answer.h"

#include "cors.h"
#include "refusal.h"

#include <stdio.h>
#include <time.h>

static const char *const all_methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

int64_t answer_clock(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void log_request(const struct exchange *exchange)
{
	const struct http_request *request = &exchange->request;
	struct slice path = request->path;
	if (path.len > 1024)
		path.len = 1024;
	double milliseconds = (double)(answer_clock() - exchange->started) / 1e6;
	log_message(LOG_INFO, "%.*s %.*s %.*s %d %zu bytes %.2f ms", (int)request->remote_address.len,
	            request->remote_address.ptr, (int)(request->method_name.len < 32 ? request->method_name.len : 32),
	            request->method_name.ptr, (int)path.len, path.ptr, exchange->response.status,
	            exchange->response.body.len, milliseconds);
}

static void add_headers(struct http_server *server, const struct exchange *exchange, struct MHD_Response *to)
{
	const struct http_response *response = &exchange->response;
	constant_headers_add(&server->headers, to, response->body.len ? response->content_type : NULL);
	const struct http_options *options = &server->options;
	if (exchange->origin && cors_allows(options->cors_origins, options->cors_origin_count, exchange->origin))
		cors_add_headers(to, exchange->origin, exchange->preflight && exchange->request.method == HTTP_OPTIONS);
	if (response->allow)
		MHD_add_response_header(to, "Allow", response->allow);
	if (response->retry_after) {
		char seconds[16];
		snprintf(seconds, sizeof seconds, "%d", response->retry_after);
		MHD_add_response_header(to, "Retry-After", seconds);
	}
	for (size_t i = 0; i < response->field_count; i++)
		MHD_add_response_header(to, response->fields[i].name, response->fields[i].value);
	if (exchange->close || atomic_load_explicit(&server->stopping, memory_order_relaxed))
		MHD_add_response_header(to, "Connection", "close");
}

enum MHD_Result answer_send(struct http_server *server, struct exchange *exchange)
{
	struct http_response *response = &exchange->response;
	/* The exchange, and the body with it, outlives the sending. */
	struct MHD_Response *to =
	    MHD_create_response_from_buffer(response->body.len, response->body.data, MHD_RESPMEM_PERSISTENT);
	if (!to)
		return MHD_NO;
	add_headers(server, exchange, to);
	client_reads(&server->clients, exchange->client);
	if (server->options.log_requests)
		log_request(exchange);
	enum MHD_Result queued = refusal_queue_answer(exchange->request.connection, (unsigned)response->status, to);
	MHD_destroy_response(to);
	return queued;
}

static void fill_answer(struct http_server *server, struct exchange *exchange)
{
	struct http_request *request = &exchange->request;
	struct http_response *response = &exchange->response;
	if (exchange->refused) {
		http_respond_error(response, &exchange->error);
	} else if (request->method == HTTP_OPTIONS) {
		response->status = 204;
		response->allow = all_methods;
	} else if (request->method == HTTP_OTHER) {
		error_set(&exchange->error, 501, "NotImplementedError", "The method is not one of %s", all_methods);
		http_respond_error(response, &exchange->error);
		response->allow = all_methods;
	} else if (request->method == HTTP_GET && slice_equals(request->path, SLICE("/_health"))) {
		response->status = 204;
	} else {
		server->options.handler(server->options.context, request, response);
	}
}

static void clear_answer(struct http_response *response)
{
	response->status = 200;
	response->content_type = http_json_type;
	response->body.len = 0;
	response->allow = NULL;
	response->retry_after = 0;
	response->field_count = 0;
}

static struct serving_thread *thread_of(const struct exchange *exchange)
{
	return &exchange->server->threads[exchange->request.thread];
}

enum MHD_Result answer_request(struct http_server *server, struct exchange *exchange)
{
	_Atomic size_t *under_way = &thread_of(exchange)->under_way;
	/* In this order: http_stop sets `ended` and then waits for what is under way. */
	atomic_fetch_add(under_way, 1);
	if (atomic_load(&server->ended)) {
		atomic_fetch_sub(under_way, 1);
		return MHD_NO;
	}
	clear_answer(&exchange->response);
	client_waits(exchange->client);
	exchange_complete(exchange);
	fill_answer(server, exchange);
	/* Once put aside it belongs to whoever will resume it. */
	if (exchange->suspended)
		return MHD_YES;
	atomic_fetch_sub(under_way, 1);
	return answer_send(server, exchange);
}

static struct exchange *exchange_of(struct http_request *request)
{
	return (struct exchange *)(void *)((char *)request - offsetof(struct exchange, request));
}

void http_suspend(struct http_request *request)
{
	struct exchange *exchange = exchange_of(request);
	exchange->suspended = true;
	atomic_store_explicit(&exchange->resumed, false, memory_order_relaxed);
	MHD_suspend_connection(request->connection);
}

void http_resume(struct http_request *request)
{
	struct serving_thread *thread = thread_of(exchange_of(request));
	struct MHD_Connection *connection = request->connection;
	atomic_store_explicit(&exchange_of(request)->resumed, true, memory_order_release);
	MHD_resume_connection(connection);
	atomic_fetch_sub(&thread->under_way, 1);
}
