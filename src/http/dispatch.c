#include "dispatch.h"

#include "answer.h"
#include "base/base.h"
#include "exchange_body.h"

static void log_request(const struct exchange *exchange)
{
	const struct http_request *request = &exchange->request;
	struct slice path = request->path;
	if (path.len > 1024)
		path.len = 1024;
	double milliseconds = (double)(clock_nanoseconds() - exchange->started) / 1e6;
	log_message(LOG_INFO, "%.*s %.*s %.*s %d %zu bytes %.2f ms", (int)request->remote_address.len,
	            request->remote_address.ptr, (int)(request->method_name.len < 32 ? request->method_name.len : 32),
	            request->method_name.ptr, (int)path.len, path.ptr, exchange->response.status,
	            exchange->response.shared.release ? exchange->response.shared.bytes.len
	                                              : exchange->response.body.len,
	            milliseconds);
}

static void clear_response(struct http_response *response)
{
	response->status = 200;
	response->content_type = http_json_type;
	response->body.len = 0;
	response->body.failed = false;
	response->allow = response->reason = NULL;
	response->policy = NULL;
	response->retry_after = 0;
	response->field_count = response->left_out_count = 0;
	response->has_file = false;
	response->channel = NULL;
}

/* Whatever its method. False: the handler answers it. */
static bool answer_health(const struct http_server *server, const struct http_request *request,
                          struct http_response *response)
{
	const struct http_options *options = &server->options;
	struct error error;
	if (!slice_equals_ignoring_case(request->path, SLICE("/_health")) &&
	    !slice_equals_ignoring_case(request->path, SLICE("/_health/")))
		return false;
	if (!options->is_healthy || options->is_healthy(options->context, request)) {
		if (options->takes_health && options->takes_health(options->context, request))
			return false;
		response->status = 204;
		return true;
	}
	error_set(&error, 503, "ServiceUnavailableError", "The server is being loaded again");
	http_respond_error(response, &error);
	return true;
}

static bool handler_takes_options(const struct http_server *server, const struct exchange *exchange)
{
	const struct http_options *options = &server->options;
	return (options->cors_by_handler && exchange->head.preflight) ||
	       (options->takes_options && options->takes_options(options->context, &exchange->request));
}

static bool handler_takes_other(const struct http_server *server, const struct exchange *exchange)
{
	const struct http_options *options = &server->options;
	return options->takes_other && !slice_is(exchange->request.method_name, "CONNECT") &&
	       options->takes_other(options->context, &exchange->request);
}

static void fill_response(struct http_server *server, struct exchange *exchange)
{
	struct http_request *request = &exchange->request;
	struct http_response *response = &exchange->response;
	if (exchange->refused) {
		http_respond_error(response, &exchange->error);
		if (exchange->error.status == 501 && request->method == HTTP_OTHER)
			response->allow = http_methods;
	} else if (request->method == HTTP_OPTIONS && !handler_takes_options(server, exchange)) {
		response->status = 204;
		response->allow = http_methods;
	} else if (answer_health(server, request, response)) {
		return;
	} else if (request->method == HTTP_OTHER && !handler_takes_other(server, exchange)) {
		error_set(&exchange->error, 501, "NotImplementedError", "The method is not one of %s", http_methods);
		http_respond_error(response, &exchange->error);
		response->allow = http_methods;
	} else if (!memory_recover()) {
		error_set(&exchange->error, 503, "ServiceUnavailableError",
		          "The server has no memory left. Try again later");
		http_respond_error(response, &exchange->error);
	} else {
		server->options.handler(server->options.context, request, response);
	}
}

static void answer(struct connection *connection)
{
	answer_start(connection);
	if (connection->exchange->started)
		log_request(connection->exchange);
}

void dispatch(struct connection *connection)
{
	struct loop *loop = connection->loop;
	struct exchange *exchange = connection->exchange;
	connection->state = CONNECTION_HANDLED;
	clear_response(&exchange->response);
	exchange_complete(exchange);
	fill_response(loop->server, exchange);
	if (!exchange->suspended) {
		exchange->close |= exchange->streamed;
		answer(connection);
		return;
	}
	if (exchange->reader.take)
		connection->state = CONNECTION_STREAMING;
	/* From here on it belongs to whoever will resume it. */
	loop->suspended++;
	deadline_set(&loop->deadlines, &connection->deadline, DEADLINE_NONE);
}

static void deliver_resumed(struct mailbox_message *mail)
{
	struct exchange *exchange = (struct exchange *)(void *)((char *)mail - offsetof(struct exchange, resumed));
	struct connection *connection = exchange->connection;
	connection->loop->suspended--;
	/* The rest of a body that nobody reads is not worth waiting for. */
	exchange->close |= connection->state == CONNECTION_STREAMING;
	if (connection->broken || connection->stream_broken) {
		connection_close(connection);
		return;
	}
	answer(connection);
	connection_run(connection);
}

void http_suspend(struct http_request *request)
{
	if (request->resumed)
		return;
	struct exchange *exchange = exchange_of(request);
	exchange->suspended = true;
	exchange->resumed.deliver = deliver_resumed;
}

void http_resume(struct http_request *request)
{
	if (request->resumed) {
		request->resumed(request);
		return;
	}
	struct exchange *exchange = exchange_of(request);
	mailbox_post(&exchange->connection->loop->mailbox, &exchange->resumed);
}

bool http_client_left(const struct http_request *request)
{
	return !request->resumed && atomic_load_explicit(&exchange_of(request)->left, memory_order_relaxed);
}
