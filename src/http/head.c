/* The request line and the headers of a request: which of them count, and whether they leave any doubt about where the
 * request ends. */
#include "exchange.h"

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
	const char *line; /* where the next header, or the end, must begin */
	unsigned hosts, lengths, encodings;
	struct slice host, length, encoding, expect;
	bool bad_name, bad_line;
};

enum {
	LINE_END = 2,         /* CR and LF */
	LONGEST_ADDRESS = 64, /* of IPv6 with a zone, or brackets and a port */
};

/* Sets of ASCII characters, one bit each. */
static const uint64_t token_characters[2] = {0x03FF6CFA00000000, 0x57FFFFFFC7FFFFFE}; /* of RFC 9110, 5.6.2 */
static const uint64_t host_characters[2] = {0x2FFF7FF200000000, 0x47FFFFFEAFFFFFFE};  /* of RFC 3986, 3.2.2, and ':' */

static bool has_only(struct slice text, const uint64_t characters[2])
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.ptr[i];
		if (byte >= 128 || !(characters[byte / 64] >> byte % 64 & 1))
			return false;
	}
	return true;
}

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
		if (named(name, "Host")) {
			head->hosts++;
			head->host = slice_trim(value);
		}
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
			struct slice first = slice_trim((struct slice){value.ptr, slice_find(value, ',')});
			/* Else it is no address, and the proxy's own is better than none. */
			if (first.len && first.len <= LONGEST_ADDRESS)
				exchange->request.remote_address = first;
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
	/* libmicrohttpd has put NUL over the end of each line, and its strings end at the first NUL. So what a client
	 * sent as NUL, a bare LF, and a line folded into the next one show as a gap that is not that of CR LF: a folded
	 * line is even appended to the header's name. */
	head->bad_line |= name != head->line || memchr(value, '\r', value_len);
	head->line = value + value_len + LINE_END;
	/* A space before the colon, too: a proxy may take this for another header than we do. */
	head->bad_name |= !name_len || !has_only((struct slice){name, name_len}, token_characters);
	take_header(head, (struct slice){name, name_len}, value, (struct slice){value, value_len});
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
	if (head->bad_line)
		return error_validation(error,
		                        "Headers must be lines that end with CR LF, not folded, and without NUL");
	if (head->bad_name)
		return error_validation(error, "A header's name must be a token, with its colon right behind it");
	if (head->lengths && head->encodings)
		return error_validation(error, "Content-Length and Transfer-Encoding must not be sent together");
	if (head->lengths > 1)
		return error_validation(error, "Content-Length must be sent only once");
	if (head->hosts > 1 || (!head->hosts && !http_1_0))
		return error_validation(error, "Exactly one Host header is required");
	if (!has_only(head->host, host_characters))
		return error_validation(error, "The Host header must be a host and a port");
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

static void refuse(struct exchange *exchange, bool close)
{
	exchange->refused = true;
	exchange->close = close;
}

static void check_body_size(struct head *head)
{
	struct exchange *exchange = head->exchange;
	int64_t length;
	if (!head->lengths)
		return;
	bool known = slice_to_int64(head->length, &length) && length >= 0;
	if (!exchange->refused && (!known || (uint64_t)length > head->options->max_body))
		exchange_refuse_size(exchange, head->options->max_body);
	/* One that asks first, or has too much to say, is answered right away. */
	if (exchange->refused)
		exchange->close = head->expect.len || !known || length > EXCHANGE_DISCARD_LIMIT;
}

/* Whether libmicrohttpd found in the request line and behind the last header what was sent there. */
static bool check_lines(const struct head *head, const char *method, const char *version, size_t size,
                        struct error *error)
{
	const struct exchange *exchange = head->exchange;
	/* The target ended before the version began. */
	if (version != exchange->target + exchange->target_len + 1)
		return error_validation(error, "The request target must not contain a NUL character");
	if (exchange->target != method + exchange->request.method_name.len + 1)
		return error_validation(error, "The request line must have one space between its parts");
	/* A line that begins with its colon ends the headers for libmicrohttpd. */
	if (head->line + LINE_END != method + size)
		return error_validation(error,
		                        "Headers must be lines that end with CR LF, not folded, and without NUL");
	return true;
}

void exchange_read_head(struct exchange *exchange, const struct http_options *options, const char *method,
                        const char *version)
{
	struct MHD_Connection *connection = exchange->request.connection;
	struct head head = {
	    .exchange = exchange,
	    .options = options,
	    .line = version + sizeof "HTTP/1.1" - 1 + LINE_END,
	};
	exchange->head_read = true;
	exchange->request.method_name = slice_of(method);
	exchange->request.method = method_of(method);
	exchange->request.remote_address = slice_of(exchange->client->address);
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read_header, &head);

	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	size_t size = info ? info->header_size : 0;
	size_t line = exchange->request.method_name.len + exchange->target_len + sizeof "  HTTP/1.1" - 1;
	if (!check_lines(&head, method, version, size, &exchange->error) ||
	    !check_framing(&head, version, &exchange->error)) {
		refuse(exchange, true);
		return;
	}
	if (!check_size(&head, line, size, &exchange->error))
		refuse(exchange, false);
	check_body_size(&head);
}
