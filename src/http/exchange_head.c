#include "exchange_head.h"

#include "exchange_body.h"

enum { LONGEST_ADDRESS = 64 }; /* of IPv6 with a zone, or brackets and a port */

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

static void check_body_size(struct exchange *exchange, const struct http_options *options)
{
	const struct head *head = &exchange->head;
	const size_t most = exchange_most_of_body(exchange, options);
	if (!exchange->refused && head->content_length > most)
		exchange_refuse_size(exchange);
	/* One that asks first, or has too much to say, is answered right away. */
	if (exchange->refused && (head->expects_continue || head->content_length > EXCHANGE_DISCARD_LIMIT))
		exchange->close = exchange->early = true;
}

/* What was refused for its encoding alone may be for a handler that takes such. */
static void mend_target(struct exchange *exchange, const struct http_options *options)
{
	struct http_request *request = &exchange->request;
	const struct slice target = http_mend_target(request->arena, exchange->head.target);
	struct error ignored;
	exchange->refused = !http_split_target(target, request->arena, &request->path, &request->query, &ignored) ||
	                    !options->mends_target(options->context, request);
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
			exchange_refuse_size(exchange);
		return;
	}
	exchange->close = !head->keep_alive;
	request->raw_path = http_raw_path(head->target);
	request->raw_query = http_raw_query(head->target);
	exchange->refused =
	    !http_split_target(head->target, request->arena, &request->path, &request->query, &exchange->error);
	if (exchange->refused && options->mends_target)
		mend_target(exchange, options);
	exchange->body_left = head->content_length;
	if (exchange->refused || !options->streams_body || !(head->chunked || head->content_length))
		exchange->streamed = false;
	else
		exchange->streamed = options->streams_body(options->context, request);
	request->body_follows = exchange->streamed;
	if (head->content_length && !exchange->streamed)
		check_body_size(exchange, options);
}
