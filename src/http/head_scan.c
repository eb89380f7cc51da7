#include "head_scan.h"

bool head_refuse_line(struct error *error)
{
	return error_validation(error, "Headers must be lines that end with CR LF, not folded, and without NUL");
}

static bool check_size(const struct head_scan *scan, size_t line, size_t whole, const struct http_options *options,
                       struct error *error)
{
	if (scan->line)
		line = scan->line;
	if (line > options->max_request_line)
		return error_set(error, 414, "URITooLongError", "The request line is longer than %zu bytes",
		                 options->max_request_line);
	if (scan->line && whole - line > options->max_header_bytes)
		return error_set(error, 431, "RequestHeaderFieldsTooLargeError",
		                 "The headers are longer than %zu bytes", options->max_header_bytes);
	return true;
}

/* How the head is cut must not matter: the sizes are looked at before what a line ends with. */
enum head_progress head_scan(struct head_scan *scan, struct slice text, const struct http_options *options,
                             struct error *error)
{
	const char *end;
	while ((end = memchr(text.ptr + scan->at, '\n', text.len - scan->at))) {
		size_t at = (size_t)(end - text.ptr);
		bool sound = at && text.ptr[at - 1] == '\r';
		if (!check_size(scan, at - sound, at + 1, options, error))
			return HEAD_REFUSED;
		if (!sound) {
			head_refuse_line(error);
			return HEAD_REFUSED;
		}
		bool empty = scan->line && text.ptr[at - 2] == '\n';
		if (!scan->line)
			scan->line = at - 1;
		scan->at = at + 1;
		if (empty)
			return HEAD_COMPLETE;
	}
	scan->at = text.len;
	bool half = text.len && text.ptr[text.len - 1] == '\r';
	return check_size(scan, text.len - half, text.len, options, error) ? HEAD_PARTIAL : HEAD_REFUSED;
}
