#include "exchange.h"

#include "exchange_body.h"

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
};

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
		exchange->response.body.large = true;
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

static void exchange_free(struct exchange *exchange)
{
	arena_destroy(exchange->request.arena);
	exchange_free_body(exchange);
	buffer_free(&exchange->input);
	buffer_free(&exchange->answer);
	buffer_free(&exchange->response.body);
	http_release_shared(&exchange->response);
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
	exchange_free_body(exchange);
	trim(&exchange->answer, KEPT_ANSWER);
	trim(&exchange->response.body, KEPT_RESPONSE);
	if (exchange->response.has_file)
		http_close_file(&exchange->response.file);
	exchange->response.has_file = false;
	http_release_shared(&exchange->response);
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
	exchange_free_body(exchange);
	if (!exchange_has_more(exchange)) {
		buffer_free(&exchange->input);
		exchange->start = exchange->used = 0;
	}
	if (exchange->response.shared.release || body->cap - body->len < body->cap / 8)
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
