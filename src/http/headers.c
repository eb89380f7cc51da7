#include "headers.h"

#include <strings.h>

const char *const http_json_type = "application/json; charset=utf-8";

/* What Strapi sends on every answer, unless the project says otherwise. */
static const char usual[] =
    "Content-Security-Policy: connect-src 'self' https:;img-src 'self' data: blob:;media-src 'self' data: blob:;"
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';"
    "object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-DNS-Prefetch-Control: off\r\n"
    "X-Download-Options: noopen\r\n"
    "X-Frame-Options: SAMEORIGIN\r\n"
    "X-Permitted-Cross-Domain-Policies: none\r\n";

/* Takes the line of that header out, "Name:", where there is one. */
static void remove_line(char *lines, const char *name)
{
	for (char *line = lines; *line && *line != '\r'; line = strchr(line, '\n') + 1) {
		const char *end = strchr(line, '\n') + 1;
		if (strncasecmp(line, name, strlen(name)) != 0)
			continue;
		memmove(line, end, strlen(end) + 1);
		break;
	}
}

static struct slice without_policy(struct arena *arena, const char *lines)
{
	char *copy = arena_copy(arena, slice_of(lines));
	remove_line(copy, "Content-Security-Policy:");
	remove_line(copy, "X-Content-Type-Options:");
	return slice_of(copy);
}

void constant_headers_init(struct constant_headers *headers, struct arena *arena, const char *security,
                           const char *powered_by)
{
	const char *constant =
	    arena_format(arena, "Vary: Origin\r\n%sX-Powered-By: %s\r\n\r\n", security ? security : usual, powered_by);
	headers->json = slice_of(arena_format(arena, "Content-Type: %s\r\n%s", http_json_type, constant));
	headers->other = slice_of(constant);
	headers->bare = without_policy(arena, constant);
}

/* The registered phrases; clients go by the number. */
static const struct {
	int status;
	const char *phrase;
} phrases[] = {
    {100, "Continue"},
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {207, "Multi-Status"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Payload Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {418, "I'm a Teapot"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Entity"},
    {423, "Locked"},
    {424, "Failed Dependency"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
};

static const char *phrase_of(int status)
{
	for (size_t i = 0; i < COUNT_OF(phrases); i++)
		if (phrases[i].status == status)
			return phrases[i].phrase;
	return "Unknown";
}

void headers_add_status(struct buffer *head, int status, const char *reason)
{
	buffer_text(head, "HTTP/1.1 ");
	buffer_int(head, status);
	buffer_byte(head, ' ');
	buffer_text(head, reason ? reason : phrase_of(status));
	buffer_text(head, "\r\n");
}
