#include "exchange.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	KEPT_EXCHANGES = 16,     /* a thread */
	KEPT_ARENA = 256 * 1024, /* bytes */
	KEPT_BODY = 64 * 1024,
	KEPT_RESPONSE = 256 * 1024,
	LARGE_BODY = 256 * 1024, /* what such a request or answer took goes back to the system at once */
	LARGE_RESPONSE = 4 * 1024 * 1024,
};

struct exchange *exchange_take(struct exchange_pool *pool, size_t thread)
{
	struct exchange *exchange = pool->first;
	if (exchange) {
		pool->first = exchange->next;
		pool->count--;
	} else {
		exchange = calloc(1, sizeof *exchange);
		if (!exchange) {
			fputs("lectern: out of memory\n", stderr);
			abort();
		}
		exchange->request.arena = arena_create();
	}
	struct arena *arena = exchange->request.arena;
	exchange->request = (struct http_request){.arena = arena, .thread = thread};
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
	buffer_free(&exchange->body);
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

void exchange_give_back(struct exchange_pool *pool, struct exchange *exchange)
{
	bool large = exchange->body.cap > LARGE_BODY || exchange->response.body.cap > LARGE_RESPONSE;
	if (pool->count >= KEPT_EXCHANGES) {
		exchange_free(exchange);
		if (large)
			return_memory();
		return;
	}
	arena_reset(exchange->request.arena, KEPT_ARENA);
	trim(&exchange->body, KEPT_BODY);
	trim(&exchange->response.body, KEPT_RESPONSE);
	exchange->origin = NULL;
	exchange->discarded = 0;
	exchange->head_read = exchange->preflight = exchange->refused = exchange->close = false;
	exchange->next = pool->first;
	pool->first = exchange;
	pool->count++;
	if (large)
		return_memory();
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

bool exchange_refuse_size(struct exchange *exchange, size_t max_body)
{
	exchange->refused = true;
	return error_set(&exchange->error, 413, "PayloadTooLargeError", "The body is larger than %zu bytes", max_body);
}

bool exchange_read_body(struct exchange *exchange, const struct http_options *options, const char *data, size_t len)
{
	if (!exchange->refused && len > options->max_body - exchange->body.len) {
		exchange_refuse_size(exchange, options->max_body);
		exchange->discarded = exchange->body.len;
		buffer_free(&exchange->body);
	}
	if (exchange->refused) {
		exchange->discarded += len;
		return exchange->discarded <= EXCHANGE_DISCARD_LIMIT;
	}
	buffer_add(&exchange->body, data, len);
	return true;
}

void exchange_complete(struct exchange *exchange)
{
	exchange->request.body = buffer_as_slice(&exchange->body);
}
