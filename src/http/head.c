#include "head.h"

#include "head_scan.h"

enum { LINE_END = 2 }; /* CR and LF */

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

/* ---- what the parser finds ---- */

struct head_collector {
	struct head *head;
	struct arena *arena;
	size_t capacity; /* of the list of headers */
};

static void take_target(void *context, struct slice target)
{
	const struct head_collector *collector = context;
	collector->head->parsed_target = target;
}

static void take_name(void *context, struct slice name)
{
	struct head_collector *collector = context;
	struct http_header_list *list = &collector->head->headers;
	list->fields =
	    arena_grow(collector->arena, list->fields, list->count, &collector->capacity, sizeof *list->fields);
	list->fields[list->count++] = (struct http_header_field){.name = name, .value = {name.ptr + name.len, 0}};
}

static void take_value(void *context, struct slice value)
{
	const struct head_collector *collector = context;
	const struct http_header_list *list = &collector->head->headers;
	list->fields[list->count - 1].value = value;
}

static const struct parser_events events = {.target = take_target, .name = take_name, .value = take_value};

/* ---- the request line ---- */

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool is_version(struct slice text)
{
	return text.len == 8 && memcmp(text.ptr, "HTTP/", 5) == 0 && is_digit(text.ptr[5]) && text.ptr[6] == '.' &&
	       is_digit(text.ptr[7]);
}

static bool check_version(struct head *head, struct slice version, struct error *error)
{
	if (!is_version(version))
		return error_validation(error, "The request is not well-formed HTTP");
	if (version.ptr[5] != '1' || version.ptr[7] > '1')
		return error_set(error, 505, "HTTPVersionNotSupportedError", "The version is not HTTP/1.1");
	head->minor = (unsigned)(version.ptr[7] - '0');
	return true;
}

/* llhttp knows a fixed list of methods and takes several spaces for one: the line is taken apart here too. */
static bool read_request_line(struct head *head, struct slice line, struct error *error)
{
	size_t first = slice_find(line, ' ');
	head->method = (struct slice){line.ptr, first};
	if (!first || first == line.len || !has_only(head->method, token_characters))
		return error_validation(error, "The request is not well-formed HTTP");
	size_t last = line.len;
	while (line.ptr[last - 1] != ' ')
		last--;
	struct slice version = {line.ptr + last, line.len - last};
	if (last - 1 <= first)
		return error_validation(error, "The request is not well-formed HTTP");
	head->target = (struct slice){line.ptr + first + 1, last - first - 2};
	if (memchr(line.ptr, '\0', line.len))
		return error_validation(error, "The request target must not contain a NUL character");
	if (!head->target.len || head->target.ptr[0] == ' ' || line.ptr[last - 2] == ' ')
		return error_validation(error, "The request line must have one space between its parts");
	return check_version(head, version, error);
}

/* ---- the headers ---- */

static bool named(struct slice name, const char *expected)
{
	return slice_equals_ignoring_case(name, (struct slice){expected, name.len});
}

/* By the length of the name, so that most headers cost no comparison. */
static void take_header(struct head *head, struct slice name, struct slice value)
{
	switch (name.len) {
	case sizeof "Host" - 1:
		if (named(name, "Host")) {
			head->hosts++;
			head->host = value;
		}
		break;
	case sizeof "Origin" - 1:
		if (named(name, "Origin"))
			head->origin = value;
		else if (named(name, "Expect"))
			head->expects_continue |= slice_equals_ignoring_case(value, SLICE("100-continue"));
		break;
	case sizeof "Content-Type" - 1:
		if (named(name, "Content-Type"))
			head->content_type = value;
		break;
	case sizeof "Authorization" - 1:
		if (named(name, "Authorization")) {
			head->authorizations++;
			head->authorization = value;
		}
		break;
	case sizeof "Content-Length" - 1:
		if (named(name, "Content-Length"))
			head->lengths++;
		break;
	case sizeof "X-Forwarded-For" - 1:
		if (named(name, "X-Forwarded-For"))
			head->forwarded_for = value;
		break;
	case sizeof "Transfer-Encoding" - 1:
		if (named(name, "Transfer-Encoding")) {
			head->encodings++;
			head->transfer_encoding = value;
		}
		break;
	case sizeof "Access-Control-Request-Method" - 1:
		head->preflight |= value.len && named(name, "Access-Control-Request-Method");
		break;
	default:
		break;
	}
}

/* Each header must be a line of its own, and llhttp must have seen all of them: `line` is the first one. A CR, a NUL or
 * a line folded into the next one shows as a value that does not end where its line does. */
static bool read_headers(struct head *head, const char *line, const char *end, struct error *error)
{
	for (size_t i = 0; i < head->headers.count; i++) {
		struct http_header_field *field = &head->headers.fields[i];
		const char *line_end = memchr(line, '\n', (size_t)(end - line));
		if (field->name.ptr != line || !field->name.len || !has_only(field->name, token_characters))
			return error_validation(error,
			                        "A header's name must be a token, with its colon right behind it");
		field->value = slice_trim(field->value);
		if (!line_end || (field->value.len && field->value.ptr + field->value.len > line_end))
			return head_refuse_line(error);
		line = line_end + 1;
		take_header(head, field->name, field->value);
	}
	return line + LINE_END == end ? true : head_refuse_line(error);
}

/* The lines of the headers, before anybody has said what they mean. */
static bool check_lines(struct slice headers, struct error *error)
{
	const char *at = headers.ptr, *end = headers.ptr + headers.len;
	if (memchr(at, '\0', headers.len))
		return head_refuse_line(error);
	while ((at = memchr(at, '\r', (size_t)(end - at)))) {
		/* The scan has made sure of a CR before each LF. */
		if (at[1] != '\n')
			return head_refuse_line(error);
		at += LINE_END;
	}
	for (at = headers.ptr; at < end; at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1) {
		if (*at == ' ' || *at == '\t')
			return at == headers.ptr ? error_validation(error, "A header's name must be a token, with its "
			                                                   "colon right behind it")
			                         : head_refuse_line(error);
		if (*at == ':')
			return head_refuse_line(error);
	}
	return true;
}

static bool check_meaning(const struct head *head, struct error *error)
{
	if (head->lengths && head->encodings)
		return error_validation(error, "Content-Length and Transfer-Encoding must not be sent together");
	if (head->lengths > 1)
		return error_validation(error, "Content-Length must be sent only once");
	if (head->hosts > 1 || (!head->hosts && head->minor))
		return error_validation(error, "Exactly one Host header is required");
	if (!has_only(head->host, host_characters))
		return error_validation(error, "The Host header must be a host and a port");
	if (head->authorizations > 1)
		return error_validation(error, "Authorization must be sent only once");
	if (!head->encodings)
		return true;
	if (!head->minor)
		return error_validation(error, "Transfer-Encoding is not known to HTTP/1.0");
	if (head->encodings > 1 || !slice_equals_ignoring_case(head->transfer_encoding, SLICE("chunked")))
		return error_set(error, 501, "NotImplementedError", "The only Transfer-Encoding known is chunked");
	return true;
}

/* ---- all of it ---- */

/* A number that does not fit into 64 bits. */
static bool is_too_long(struct slice text)
{
	enum { DIGITS = 20 }; /* of UINT64_MAX */
	for (size_t i = 0; i < text.len; i++)
		if (!is_digit(text.ptr[i]))
			return false;
	return text.len >= DIGITS;
}

/* The whole value of the header that the parser stopped in. */
static struct slice last_value(const struct head *head, const char *end)
{
	const struct slice name = head->headers.fields[head->headers.count - 1].name;
	const char *colon = name.ptr + name.len + 1;
	return slice_trim((struct slice){colon, slice_find((struct slice){colon, (size_t)(end - colon)}, '\r')});
}

static bool has_header(const struct head *head, struct slice name)
{
	for (size_t i = 0; i < head->headers.count; i++)
		if (slice_equals_ignoring_case(head->headers.fields[i].name, name))
			return true;
	return false;
}

static bool refuse(struct head *head, enum parser_result result, struct slice text, struct error *error)
{
	switch (result) {
	case PARSER_BAD_METHOD: /* the line itself is sound */
		return error_set(error, 501, "NotImplementedError", "The method is not one of %s", http_methods);
	case PARSER_BAD_TARGET:
		return error_validation(error, "The request target is malformed");
	case PARSER_BAD_HEADER:
		return error_validation(error, "A header's name must be a token, with its colon right behind it, and "
		                               "its value must have no control characters");
	case PARSER_BAD_LENGTH:
		head->too_long = head->headers.count && is_too_long(last_value(head, text.ptr + text.len));
		return error_validation(error, "Content-Length must be a number of bytes");
	case PARSER_BAD_ENCODING:
		return error_set(error, 501, "NotImplementedError", "The only Transfer-Encoding known is chunked");
	case PARSER_TWO_LENGTHS:
		return error_validation(error, has_header(head, SLICE("Transfer-Encoding"))
		                                   ? "Content-Length and Transfer-Encoding must not be sent together"
		                                   : "Content-Length must be sent only once");
	default:
		return error_validation(error, "The request is not well-formed HTTP");
	}
}

bool head_parse(struct head *head, struct http_parser *parser, struct slice text, struct arena *arena,
                struct error *error)
{
	struct head_collector collector = {.head = head, .arena = arena};
	struct parser_framing framing;
	*head = (struct head){0};
	size_t line = slice_find(text, '\n') - 1;
	struct slice headers = {text.ptr + line + LINE_END, text.len - line - LINE_END};
	if (!read_request_line(head, (struct slice){text.ptr, line}, error) || !check_lines(headers, error))
		return false;
	enum parser_result result = parser_read_head(parser, text, &events, &collector, &framing);
	if (result != PARSER_COMPLETE)
		return refuse(head, result, text, error);
	if (framing.len != text.len || !slice_equals(head->parsed_target, head->target))
		return error_validation(error, "The request target is malformed");
	if (!read_headers(head, headers.ptr, text.ptr + text.len, error) || !check_meaning(head, error))
		return false;
	head->keep_alive = framing.keep_alive;
	head->chunked = head->encodings > 0;
	head->content_length = head->chunked ? 0 : framing.content_length;
	return true;
}
