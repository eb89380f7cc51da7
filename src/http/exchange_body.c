#include "exchange_body.h"

#include <stdlib.h>

enum { FIRST_BODY = 16 * 1024 };

void exchange_free_body(struct exchange *exchange)
{
	buffer_free(&exchange->body);
	json_give_back(exchange->body_counted);
	exchange->body_counted = 0;
}

void exchange_refuse_size(struct exchange *exchange)
{
	exchange->refused = true;
	error_set(&exchange->error, 413, "PayloadTooLargeError", "request entity too large");
	exchange->error.details = error_no_details;
}

size_t exchange_most_of_body(const struct exchange *exchange, const struct http_options *options)
{
	const struct slice type = exchange->request.content_type;
	const struct {
		const char *prefix;
		size_t limit;
	} kinds[] = {
	    {"application/json", options->json_limit},
	    {"application/x-www-form-urlencoded", options->form_limit},
	    {"text/", options->text_limit},
	};
	if (options->lifts_limits && options->lifts_limits(options->context, &exchange->request))
		return options->max_body;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		const size_t len = strlen(kinds[i].prefix);
		if (kinds[i].limit && type.len >= len &&
		    slice_equals_ignoring_case((struct slice){type.ptr, len}, slice_of(kinds[i].prefix)))
			return kinds[i].limit < options->max_body ? kinds[i].limit : options->max_body;
	}
	return options->max_body;
}

static void refuse_memory(struct exchange *exchange)
{
	exchange->refused = true;
	error_set(&exchange->error, 503, "ServiceUnavailableError",
	          "Too many large requests at a time. Try again later");
}

static void discard_body(struct exchange *exchange)
{
	exchange->discarded = exchange->body.len;
	exchange_free_body(exchange);
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
	const size_t allowed = exchange_most_of_body(exchange, options);
	size_t most = exchange->head.chunked ? allowed : (size_t)exchange->head.content_length;
	if (more > most - body->len) {
		exchange_refuse_size(exchange);
		discard_body(exchange);
		return false;
	}
	if (body->cap - body->len >= more)
		return true;
	if (grow_body(exchange, most, body->len + more))
		return true;
	refuse_memory(exchange);
	discard_body(exchange);
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
