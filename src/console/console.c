#include "console.h"

#include "assets.h"

/* The weight that a header like Accept gives to what `matches` names: thousandths, 1000 when it has none, -1 when it is
 * not there at all. */
static int weight_of(struct slice header, bool (*matches)(struct slice name))
{
	struct slice range;
	int best = -1;
	while (slice_split(&header, ',', &range)) {
		struct slice name, parameter;
		int weight = 1000;
		slice_split(&range, ';', &name);
		if (!matches(slice_trim(name)))
			continue;
		while (slice_split(&range, ';', &parameter)) {
			parameter = slice_trim(parameter);
			if (parameter.len < 3 || (parameter.ptr[0] | 32) != 'q' || parameter.ptr[1] != '=')
				continue;
			/* "1", "0.8", "0.123": three digits behind the point at most. */
			weight = parameter.ptr[2] == '1' ? 1000 : 0;
			for (size_t i = 4, worth = 100; weight < 1000 && i < parameter.len && worth; i++, worth /= 10)
				if (parameter.ptr[i] >= '0' && parameter.ptr[i] <= '9')
					weight += (int)worth * (parameter.ptr[i] - '0');
		}
		if (weight > best)
			best = weight;
	}
	return best;
}

static bool is_html(struct slice type)
{
	return slice_equals_ignoring_case(type, SLICE("text/html"));
}

static bool is_json(struct slice type)
{
	return slice_equals_ignoring_case(type, SLICE("application/json")) ||
	       slice_equals_ignoring_case(type, SLICE("application/graphql-response+json"));
}

bool console_is_wanted(const struct http_request *request)
{
	struct slice accept = http_header(request, "Accept");
	int html;
	if (request->method != HTTP_GET)
		return false;
	html = weight_of(accept, is_html);
	return html > 0 && html > weight_of(accept, is_json);
}

static void write_link(struct buffer *page, const char *before, struct slice endpoint,
                       const struct console_asset *asset, const char *after)
{
	buffer_text(page, before);
	/* The path was decoded: what HTML would take for markup is written as numbers. */
	for (size_t i = 0; i < endpoint.len; i++) {
		char byte = endpoint.ptr[i];
		if (byte == '"' || byte == '&' || byte == '<' || byte == '>' || byte == '%' || byte == '?' ||
		    byte == '#')
			buffer_format(page, "%%%02X", (unsigned)byte);
		else
			buffer_byte(page, byte);
	}
	buffer_format(page, "/%s%s", asset->name, after);
}

void console_answer_page(const struct http_request *request, struct http_response *response)
{
	struct buffer *page = &response->body;
	struct slice endpoint = request->path;
	while (endpoint.len && endpoint.ptr[endpoint.len - 1] == '/')
		endpoint.len--;
	page->len = 0;
	response->status = 200;
	response->content_type = "text/html; charset=utf-8";
	http_add_field(response, "Cache-Control", "no-cache");
	/* At the same address others get JSON. */
	http_add_field(response, "Vary", "Accept");
	buffer_text(page, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	                  "<title>GraphQL console</title>\n<link rel=\"icon\" href=\"data:,\">\n"
	                  "<style>html, body, #console { height: 100%; margin: 0 }</style>\n");
	write_link(page, "<link rel=\"stylesheet\" href=\"", endpoint, &console_style, "\">\n");
	write_link(page, "<script defer src=\"", endpoint, &console_script, "\"></script>\n");
	buffer_text(page,
	            "</head>\n<body>\n<div id=\"console\"><noscript>The console needs JavaScript.</noscript></div>\n"
	            "</body>\n</html>\n");
}

static bool is_gzip(struct slice coding)
{
	return slice_equals_ignoring_case(coding, SLICE("gzip")) || slice_is(coding, "*");
}

/* Who names no coding takes any. */
static bool takes_gzip(const struct http_request *request)
{
	struct slice accept = http_header(request, "Accept-Encoding");
	return !accept.len || weight_of(accept, is_gzip) > 0;
}

static const struct console_asset *find_asset(struct slice name)
{
	static const struct console_asset *const assets[] = {&console_script, &console_style};
	for (size_t i = 0; i < COUNT_OF(assets); i++)
		if (slice_is(name, assets[i]->name))
			return assets[i];
	return NULL;
}

bool console_has_file(struct slice name)
{
	return find_asset(name) != NULL;
}

bool console_answer_file(const struct http_request *request, struct slice name, struct http_response *response)
{
	const struct console_asset *asset = find_asset(name);
	if (!asset || request->method != HTTP_GET)
		return false;
	if (!takes_gzip(request)) {
		struct error error;
		error_set(&error, 406, "NotAcceptableError",
		          "The console's files are compressed: send Accept-Encoding: gzip");
		http_respond_error(response, &error);
		return true;
	}
	response->status = 200;
	response->content_type = asset->content_type;
	http_add_field(response, "Content-Encoding", "gzip");
	http_add_field(response, "Cache-Control", "public, max-age=31536000, immutable");
	response->body.len = 0;
	buffer_add(&response->body, (const char *)asset->bytes, asset->size);
	return true;
}
