#include "exchange.h"

#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	KEPT_EXCHANGES = 16,     /* a loop */
	KEPT_ARENA = 256 * 1024, /* bytes */
	KEPT_INPUT = 64 * 1024,
	KEPT_ANSWER = 4 * 1024,
	KEPT_RESPONSE = 256 * 1024,
	LARGE_BODY = 256 * 1024, /* what such a request or answer took goes back to the system at once */
	LARGE_RESPONSE = 4 * 1024 * 1024,
	FIRST_INPUT = 8 * 1024,
	FIRST_BODY = 16 * 1024,
	LONGEST_ADDRESS = 64, /* of IPv6 with a zone, or brackets and a port */
};

/* ---- memory ---- */

struct exchange *exchange_take(struct exchange_pool *pool, size_t thread)
{
	struct exchange *exchange = pool->first;
	if (exchange) {
		pool->first = exchange->next;
		pool->count--;
	} else {
		exchange = calloc(1, sizeof *exchange);
		if (!exchange)
			return NULL;
		exchange->request.arena = arena_create();
	}
	exchange->request.thread = thread;
	return exchange;
}

static void trim(struct buffer *buffer, size_t keep)
{
	buffer->len = 0;
	if (buffer->cap > keep)
		buffer_free(buffer);
}

static void free_body(struct exchange *exchange)
{
	buffer_free(&exchange->body);
	json_give_back(exchange->body_counted);
	exchange->body_counted = 0;
}

static void exchange_free(struct exchange *exchange)
{
	arena_destroy(exchange->request.arena);
	free_body(exchange);
	buffer_free(&exchange->input);
	buffer_free(&exchange->answer);
	buffer_free(&exchange->response.body);
	free(exchange);
}

/* What a large body was parsed into is many small pieces, and glibc keeps those for itself. */
static void return_memory(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

void exchange_reset(struct exchange *exchange)
{
	struct http_request *request = &exchange->request;
	bool large = exchange->body.cap > LARGE_BODY || exchange->response.body.cap > LARGE_RESPONSE;
	arena_reset(request->arena, KEPT_ARENA);
	free_body(exchange);
	trim(&exchange->answer, KEPT_ANSWER);
	trim(&exchange->response.body, KEPT_RESPONSE);
	if (exchange->response.has_file)
		close(exchange->response.file.descriptor);
	exchange->response.has_file = false;
	exchange->reader = (struct http_body_reader){0};
	exchange->streamed = exchange->paused = false;
	exchange->streamed_bytes = 0;
	*request = (struct http_request){.arena = request->arena, .thread = request->thread};
	exchange->start = exchange->used;
	exchange->scan = (struct head_scan){0};
	exchange->body_left = exchange->discarded = 0;
	exchange->refused = exchange->close = exchange->early = exchange->suspended = false;
	atomic_store_explicit(&exchange->left, false, memory_order_relaxed);
	if (large)
		return_memory();
}

void exchange_give_back(struct exchange_pool *pool, struct exchange *exchange)
{
	exchange_reset(exchange);
	if (pool->count >= KEPT_EXCHANGES) {
		exchange_free(exchange);
		return;
	}
	trim(&exchange->input, KEPT_INPUT);
	exchange->start = exchange->used = 0;
	exchange->connection = NULL;
	exchange->next = pool->first;
	pool->first = exchange;
	pool->count++;
}

void exchange_pool_free(struct exchange_pool *pool)
{
	while (pool->first) {
		struct exchange *exchange = pool->first;
		pool->first = exchange->next;
		exchange_free(exchange);
	}
	pool->count = 0;
}

void exchange_shrink(struct exchange *exchange)
{
	struct buffer *body = &exchange->response.body;
	struct iovec *sent = &exchange->parts[EXCHANGE_PARTS - 1];
	arena_reset(exchange->request.arena, 0);
	free_body(exchange);
	if (!exchange_has_more(exchange)) {
		buffer_free(&exchange->input);
		exchange->start = exchange->used = 0;
	}
	if (body->cap - body->len < body->cap / 8)
		return;
	/* Its place may change: what is still to be sent is named by its distance from the end. */
	char *smaller = realloc(body->data, body->len ? body->len : 1);
	if (!smaller)
		return;
	body->data = smaller;
	body->cap = body->len ? body->len : 1;
	if (sent->iov_len)
		sent->iov_base = body->data + body->len - sent->iov_len;
}

bool exchange_make_room(struct exchange *exchange, size_t more)
{
	struct buffer *input = &exchange->input;
	if (exchange->start && input->cap - input->len < more) {
		memmove(input->data, input->data + exchange->start, input->len - exchange->start);
		input->len -= exchange->start;
		exchange->used -= exchange->start;
		exchange->start = 0;
	}
	if (input->cap - input->len >= more)
		return true;
	size_t cap = input->cap ? input->cap * 2 : FIRST_INPUT;
	if (cap - input->len < more)
		cap = input->len + more;
	char *data = realloc(input->data, cap);
	if (!data)
		return false;
	input->data = data;
	input->cap = cap;
	return true;
}

/* ---- the head ---- */

static enum http_method method_of(struct slice name)
{
	static const struct {
		const char *name;
		enum http_method method;
	} methods[] = {
	    {"GET", HTTP_GET},     {"HEAD", HTTP_GET},      {"POST", HTTP_POST},       {"PUT", HTTP_PUT},
	    {"PATCH", HTTP_PATCH}, {"DELETE", HTTP_DELETE}, {"OPTIONS", HTTP_OPTIONS},
	};
	for (size_t i = 0; i < COUNT_OF(methods); i++)
		if (slice_is(name, methods[i].name))
			return methods[i].method;
	return HTTP_OTHER;
}

/* The first address that the proxies name. */
static struct slice forwarded_address(struct slice header)
{
	return slice_trim((struct slice){header.ptr, slice_find(header, ',')});
}

static void fill_request(struct exchange *exchange, const struct http_options *options, const char *address)
{
	const struct head *head = &exchange->head;
	struct http_request *request = &exchange->request;
	request->method_name = head->method;
	request->method = method_of(head->method);
	request->headers = head->headers;
	request->authorization = head->authorization;
	request->content_type = head->content_type;
	request->remote_address = slice_of(address);
	if (!options->trust_proxy)
		return;
	struct slice forwarded = forwarded_address(head->forwarded_for);
	/* Else it is no address, and the proxy's own is better than none. */
	if (forwarded.len && forwarded.len <= LONGEST_ADDRESS)
		request->remote_address = forwarded;
}

static void refuse_size(struct exchange *exchange, size_t max_body)
{
	exchange->refused = true;
	error_set(&exchange->error, 413, "PayloadTooLargeError", "The body is larger than %zu bytes", max_body);
}

static void check_body_size(struct exchange *exchange, const struct http_options *options)
{
	const struct head *head = &exchange->head;
	if (!exchange->refused && head->content_length > options->max_body)
		refuse_size(exchange, options->max_body);
	/* One that asks first, or has too much to say, is answered right away. */
	if (exchange->refused && (head->expects_continue || head->content_length > EXCHANGE_DISCARD_LIMIT))
		exchange->close = exchange->early = true;
}

void exchange_refuse_head(struct exchange *exchange, const char *address)
{
	exchange->head = (struct head){.minor = 1};
	exchange->used = exchange->input.len;
	exchange->refused = exchange->close = true;
	exchange->request.remote_address = slice_of(address);
}

void exchange_read_head(struct exchange *exchange, const struct http_options *options, const char *address)
{
	struct http_request *request = &exchange->request;
	struct head *head = &exchange->head;
	struct slice text = {exchange->input.data + exchange->start, exchange->scan.at};
	exchange->used = exchange->start + text.len;
	bool sound = head_parse(head, &exchange->parser, text, request->arena, &exchange->error);
	fill_request(exchange, options, address);
	if (!sound) {
		exchange->refused = exchange->close = true;
		if (head->too_long)
			refuse_size(exchange, options->max_body);
		return;
	}
	exchange->close = !head->keep_alive;
	request->raw_path = http_raw_path(head->target);
	exchange->refused =
	    !http_split_target(head->target, request->arena, &request->path, &request->query, &exchange->error);
	exchange->body_left = head->content_length;
	if (exchange->refused || !options->streams_body || !(head->chunked || head->content_length))
		exchange->streamed = false;
	else
		exchange->streamed = options->streams_body(options->context, request);
	request->body_follows = exchange->streamed;
	if (head->content_length && !exchange->streamed)
		check_body_size(exchange, options);
}

/* ---- the body ---- */

static void refuse_memory(struct exchange *exchange)
{
	exchange->refused = true;
	error_set(&exchange->error, 503, "ServiceUnavailableError",
	          "Too many large requests at a time. Try again later");
}

static void drop_body(struct exchange *exchange)
{
	exchange->discarded = exchange->body.len;
	free_body(exchange);
}

/* Doubles, up to what the body can have. */
static bool grow_body(struct exchange *exchange, size_t most, size_t needed)
{
	struct buffer *body = &exchange->body;
	size_t cap = body->cap ? body->cap * 2 : FIRST_BODY;
	if (cap < needed)
		cap = needed;
	if (cap > most)
		cap = most;
	size_t more = cap - exchange->body_counted;
	if (!json_take(more))
		return false;
	exchange->body_counted += more;
	char *data = realloc(body->data, cap);
	if (!data)
		return false;
	body->data = data;
	body->cap = cap;
	return true;
}

bool exchange_make_body_room(struct exchange *exchange, const struct http_options *options, size_t more)
{
	struct buffer *body = &exchange->body;
	size_t most = exchange->head.chunked ? options->max_body : (size_t)exchange->head.content_length;
	if (more > most - body->len) {
		refuse_size(exchange, options->max_body);
		drop_body(exchange);
		return false;
	}
	if (body->cap - body->len >= more)
		return true;
	if (grow_body(exchange, most, body->len + more))
		return true;
	refuse_memory(exchange);
	drop_body(exchange);
	return false;
}

void exchange_add_body(struct exchange *exchange, const struct http_options *options, const char *data, size_t len)
{
	if (!exchange->refused && exchange_make_body_room(exchange, options, len)) {
		memcpy(exchange->body.data + exchange->body.len, data, len);
		exchange->body.len += len;
		return;
	}
	exchange->discarded += len;
}

void exchange_complete(struct exchange *exchange)
{
	if (!exchange->request.body.len)
		exchange->request.body = buffer_as_slice(&exchange->body);
}
