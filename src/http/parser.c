#include "parser.h"

#include <llhttp.h>

#include <assert.h>

static_assert(sizeof(llhttp_t) <= PARSER_SIZE, "llhttp's parser has its place");

/* What the callbacks of one call need. */
struct parser_call {
	const struct parser_events *events;
	bool (*take)(void *context, struct slice part);
	void *context;
};

static llhttp_t *llhttp_of(struct http_parser *parser)
{
	return (llhttp_t *)(void *)parser->state;
}

static int on_url(llhttp_t *llhttp, const char *at, size_t len)
{
	const struct parser_call *reading = llhttp->data;
	reading->events->target(reading->context, (struct slice){at, len});
	return 0;
}

static int on_header_field(llhttp_t *llhttp, const char *at, size_t len)
{
	const struct parser_call *reading = llhttp->data;
	reading->events->name(reading->context, (struct slice){at, len});
	return 0;
}

static int on_header_value(llhttp_t *llhttp, const char *at, size_t len)
{
	const struct parser_call *reading = llhttp->data;
	reading->events->value(reading->context, (struct slice){at, len});
	return 0;
}

static int on_headers_complete(llhttp_t *llhttp)
{
	/* The request is read to its end whatever it wants to become: a handler decides about that. */
	llhttp->upgrade = 0;
	return HPE_PAUSED;
}

static int on_body(llhttp_t *llhttp, const char *at, size_t len)
{
	const struct parser_call *reading = llhttp->data;
	return reading->take(reading->context, (struct slice){at, len}) ? 0 : HPE_USER;
}

static int on_message_complete(llhttp_t *llhttp)
{
	(void)llhttp;
	return HPE_PAUSED;
}

static const llhttp_settings_t head_settings = {
    .on_url = on_url,
    .on_header_field = on_header_field,
    .on_header_value = on_header_value,
    .on_headers_complete = on_headers_complete,
};

static const llhttp_settings_t body_settings = {
    .on_body = on_body,
    .on_message_complete = on_message_complete,
};

static enum parser_result result_of(llhttp_errno_t result)
{
	switch (result) {
	case HPE_OK:
		return PARSER_MORE;
	case HPE_PAUSED:
		return PARSER_COMPLETE;
	case HPE_INVALID_METHOD:
		return PARSER_BAD_METHOD;
	case HPE_INVALID_URL:
		return PARSER_BAD_TARGET;
	case HPE_INVALID_HEADER_TOKEN:
		return PARSER_BAD_HEADER;
	case HPE_INVALID_CONTENT_LENGTH:
		return PARSER_BAD_LENGTH;
	case HPE_INVALID_TRANSFER_ENCODING:
		return PARSER_BAD_ENCODING;
	case HPE_UNEXPECTED_CONTENT_LENGTH:
		return PARSER_TWO_LENGTHS;
	default:
		return PARSER_BAD;
	}
}

static enum parser_result execute(llhttp_t *llhttp, struct parser_call *reading, struct slice data, size_t *used)
{
	llhttp->data = reading;
	llhttp_errno_t result = llhttp_execute(llhttp, data.ptr, data.len);
	llhttp->data = NULL;
	*used = result == HPE_OK ? data.len : (size_t)(llhttp_get_error_pos(llhttp) - data.ptr);
	return result_of(result);
}

enum parser_result parser_read_head(struct http_parser *parser, struct slice text, const struct parser_events *events,
                                    void *context, struct parser_framing *framing)
{
	llhttp_t *llhttp = llhttp_of(parser);
	struct parser_call reading = {.events = events, .context = context};
	llhttp_init(llhttp, HTTP_REQUEST, &head_settings);
	enum parser_result result = execute(llhttp, &reading, text, &framing->len);
	/* For HTTP/1.0 llhttp lets keep-alive win over close, and a proxy in between may not. */
	framing->keep_alive = llhttp_should_keep_alive(llhttp) && !(llhttp->flags & F_CONNECTION_CLOSE);
	framing->content_length = llhttp->content_length;
	llhttp->settings = (void *)(uintptr_t)&body_settings;
	llhttp_resume(llhttp);
	return result;
}

enum parser_result parser_read_body(struct http_parser *parser, struct slice data,
                                    bool (*take)(void *context, struct slice part), void *context, size_t *used)
{
	struct parser_call reading = {.take = take, .context = context};
	return execute(llhttp_of(parser), &reading, data, used);
}
