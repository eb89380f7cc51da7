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
	DISCARD_LIMIT =
	    16 * 1024 * 1024, /* a body larger than allowed is read up to here, so that the client sees 413 */
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

void exchange_read_target(struct exchange *exchange, const char *target)
{
	exchange->target = target;
	exchange->target_len = strlen(target);
	struct arena *arena = exchange->request.arena;
	struct slice copy = arena_copy_slice(arena, (struct slice){target, exchange->target_len});
	exchange->refused =
	    !http_split_target(copy, arena, &exchange->request.path, &exchange->request.query, &exchange->error);
	/* libmicrohttpd would decode the query string into a list of its own, which nobody reads and which would not
	 * fit for many short parameters. It finds the query string empty instead. */
	char *query = strchr(target, '?');
	if (query && query[1])
		query[1] = '\0';
}

/* What the headers say about the request as HTTP. */
struct head {
	struct exchange *exchange;
	const struct http_options *options;
	unsigned hosts, lengths, encodings;
	struct slice length, encoding, expect;
	bool bad_name;
};

static bool named(struct slice name, const char *expected)
{
	return slice_equals_ignoring_case(name, (struct slice){expected, name.len});
}

/* By the length of the name, so that most headers cost no comparison. */
static void take_header(struct head *head, struct slice name, const char *text, struct slice value)
{
	struct exchange *exchange = head->exchange;
	switch (name.len) {
	case sizeof "Host" - 1:
		head->hosts += named(name, "Host");
		break;
	case sizeof "Origin" - 1:
		if (named(name, "Origin"))
			exchange->origin = text;
		else if (named(name, "Expect"))
			head->expect = value;
		break;
	case sizeof "Content-Type" - 1:
		if (named(name, "Content-Type"))
			exchange->request.content_type = slice_trim(value);
		break;
	case sizeof "Authorization" - 1:
		if (named(name, "Authorization"))
			exchange->request.authorization = slice_trim(value);
		break;
	case sizeof "Content-Length" - 1:
		if (named(name, "Content-Length")) {
			head->lengths++;
			head->length = value;
		}
		break;
	case sizeof "X-Forwarded-For" - 1:
		if (head->options->trust_proxy && named(name, "X-Forwarded-For")) {
			struct slice first = {value.ptr, slice_find(value, ',')};
			exchange->request.remote_address = slice_trim(first);
		}
		break;
	case sizeof "Transfer-Encoding" - 1:
		if (named(name, "Transfer-Encoding")) {
			head->encodings++;
			head->encoding = value;
		}
		break;
	case sizeof "Access-Control-Request-Method" - 1:
		exchange->preflight |= value.len && named(name, "Access-Control-Request-Method");
		break;
	default:
		break;
	}
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind, const char *name, size_t name_len,
                                   const char *value, size_t value_len)
{
	struct head *head = context;
	(void)kind;
	/* A space before the colon: a proxy may take this for another header than we do. */
	if (!name_len || name[name_len - 1] == ' ' || name[name_len - 1] == '\t' || name[0] == ' ') {
		head->bad_name = true;
		return MHD_NO;
	}
	take_header(head, (struct slice){name, name_len}, value, (struct slice){value, value ? value_len : 0});
	return MHD_YES;
}

static enum http_method method_of(const char *name)
{
	static const struct {
		const char *name;
		enum http_method method;
	} methods[] = {
	    {"GET", HTTP_GET},     {"HEAD", HTTP_GET},      {"POST", HTTP_POST},       {"PUT", HTTP_PUT},
	    {"PATCH", HTTP_PATCH}, {"DELETE", HTTP_DELETE}, {"OPTIONS", HTTP_OPTIONS},
	};
	for (size_t i = 0; i < COUNT_OF(methods); i++)
		if (strcmp(methods[i].name, name) == 0)
			return methods[i].method;
	return HTTP_OTHER;
}

/* Where a request ends must be beyond doubt: what a proxy and this server see differently lets a client smuggle a
 * request past the proxy. */
static bool check_framing(const struct head *head, const char *version, struct error *error)
{
	bool http_1_0 = strcmp(version, "HTTP/1.0") == 0;
	if (head->bad_name)
		return error_validation(error, "A header's name must be followed by its colon without a space");
	if (head->lengths && head->encodings)
		return error_validation(error, "Content-Length and Transfer-Encoding must not be sent together");
	if (head->lengths > 1)
		return error_validation(error, "Content-Length must be sent only once");
	if (head->hosts > 1 || (!head->hosts && !http_1_0))
		return error_validation(error, "Exactly one Host header is required");
	if (!head->encodings)
		return true;
	if (http_1_0)
		return error_validation(error, "Transfer-Encoding is not known to HTTP/1.0");
	if (head->encodings > 1 || head->encoding.len != 7 || !named(head->encoding, "chunked"))
		return error_set(error, 501, "NotImplementedError", "The only Transfer-Encoding known is chunked");
	return true;
}

static bool check_size(const struct head *head, size_t line, size_t whole, struct error *error)
{
	const struct http_options *options = head->options;
	if (line > options->max_request_line)
		return error_set(error, 414, "URITooLongError", "The request line is longer than %zu bytes",
		                 options->max_request_line);
	if (whole > line && whole - line > options->max_header_bytes)
		return error_set(error, 431, "RequestHeaderFieldsTooLargeError",
		                 "The headers are longer than %zu bytes", options->max_header_bytes);
	return true;
}

static bool refuse_size(struct exchange *exchange, size_t max_body)
{
	exchange->refused = true;
	return error_set(&exchange->error, 413, "PayloadTooLargeError", "The body is larger than %zu bytes", max_body);
}

static void refuse(struct exchange *exchange, bool close)
{
	exchange->refused = true;
	exchange->close = close;
}

static void check_body_size(struct head *head)
{
	int64_t length;
	if (!head->lengths)
		return;
	struct exchange *exchange = head->exchange;
	if (slice_to_int64(head->length, &length) && length >= 0 && (uint64_t)length <= head->options->max_body)
		return;
	refuse_size(exchange, head->options->max_body);
	/* One that asks first, or has too much to say, is answered right away. */
	exchange->close = head->expect.len || !slice_to_int64(head->length, &length) || length > DISCARD_LIMIT;
}

void exchange_read_head(struct exchange *exchange, const struct http_options *options, const char *method,
                        const char *version)
{
	struct MHD_Connection *connection = exchange->request.connection;
	struct head head = {.exchange = exchange, .options = options};
	exchange->head_read = true;
	exchange->request.method_name = slice_of(method);
	exchange->request.method = method_of(method);
	exchange->request.remote_address = slice_of(exchange->client->address);
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header, &head);

	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	size_t line = exchange->request.method_name.len + exchange->target_len + sizeof "  HTTP/1.1" - 1;
	if (!check_framing(&head, version, &exchange->error)) {
		refuse(exchange, true);
	} else if (version != exchange->target + exchange->target_len + 1) {
		/* The target ended before the version began. */
		error_validation(&exchange->error, "The request target must not contain a NUL character");
		refuse(exchange, true);
	} else if (!check_size(&head, line, info ? info->header_size : 0, &exchange->error)) {
		refuse(exchange, false);
	} else if (!exchange->refused) {
		check_body_size(&head);
	}
}

bool exchange_read_body(struct exchange *exchange, const struct http_options *options, const char *data, size_t len)
{
	if (!exchange->refused && len > options->max_body - exchange->body.len) {
		refuse_size(exchange, options->max_body);
		exchange->discarded = exchange->body.len;
		buffer_free(&exchange->body);
	}
	if (exchange->refused) {
		exchange->discarded += len;
		return exchange->discarded <= DISCARD_LIMIT;
	}
	buffer_add(&exchange->body, data, len);
	return true;
}

void exchange_complete(struct exchange *exchange)
{
	exchange->request.body = buffer_as_slice(&exchange->body);
}
