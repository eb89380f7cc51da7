/* Requests as they come over HTTP: GraphQL over HTTP, as its draft and Apollo Server have it. */
#include "parse.h"

#include <json-c/json.h>

bool exchange_refuse(struct exchange *exchange, int status, const char *message, const char *code)
{
	exchange->response->status = status;
	exchange->response->retry_after = status == 503;
	exchange->response->body.len = 0;
	operation_write_error(&exchange->response->body, message, code);
	return false;
}

static bool refuse(struct exchange *exchange, const char *message)
{
	return exchange_refuse(exchange, 400, message, "BAD_REQUEST");
}

/* JSON that would take too much memory. */
static bool refuse_large(struct exchange *exchange, const struct error *error)
{
	return exchange_refuse(exchange, error->status, error->message,
	                       error->status == 503 ? "SERVICE_UNAVAILABLE" : "BAD_REQUEST");
}

/* NULL when the text is `null`, or no JSON. */
static struct json_object *parse_json(struct arena *arena, struct slice text, struct error *error)
{
	struct json_object *json;
	error->status = 0;
	json_parse(arena, json_skip_mark(text), JSON_DEEPEST, &json, error);
	return json_keep(arena, json);
}

/* ---- what stands in a request ---- */

static bool take_text(struct exchange *exchange, const char *name, struct json_object *json, struct slice *text)
{
	*text = (struct slice){0};
	if (!json)
		return true;
	if (!json_object_is_type(json, json_type_string))
		return refuse(exchange, arena_format(exchange->request->arena,
		                                     "The %s of a GraphQL request has to be a string.", name));
	*text = (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
	return true;
}

static bool take_object(struct exchange *exchange, const char *name, struct json_object *json,
                        struct json_object **object)
{
	*object = json;
	return !json || json_object_is_type(json, json_type_object) ||
	       refuse(exchange, arena_format(exchange->request->arena,
	                                     "The %s of a GraphQL request have to be an object.", name));
}

static bool read_ask(struct exchange *exchange, struct json_object *json, struct ask *ask)
{
	struct json_object *query = NULL, *name = NULL, *variables = NULL, *extensions = NULL;
	json_find(json, "query", &query);
	json_find(json, "operationName", &name);
	json_find(json, "variables", &variables);
	json_find(json, "extensions", &extensions);
	return take_text(exchange, "query", query, &ask->query) &&
	       take_text(exchange, "operationName", name, &ask->operation_name) &&
	       take_object(exchange, "variables", variables, &ask->variables) &&
	       take_object(exchange, "extensions", extensions, &ask->extensions);
}

static bool read_batch(struct exchange *exchange, struct json_object *list)
{
	const struct config_graphql *config = &exchange->api->config->graphql;
	exchange->batch = true;
	exchange->count = json_object_array_length(list);
	if (!config->batching)
		return refuse(exchange, "Operation batching disabled.");
	if (!exchange->count)
		return refuse(exchange, "A batch has to hold at least one GraphQL request.");
	if (exchange->count > config->max_batch)
		return refuse(exchange, arena_format(exchange->request->arena,
		                                     "A batch holds at most %u GraphQL requests, this one %zu.",
		                                     config->max_batch, exchange->count));
	exchange->asks = arena_array(exchange->request->arena, exchange->count, sizeof *exchange->asks);
	for (size_t i = 0; i < exchange->count; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		/* What is no object asks for nothing, and is told so in its place. */
		if (json_object_is_type(item, json_type_object) && !read_ask(exchange, item, &exchange->asks[i]))
			return false;
	}
	return true;
}

static void make_single(struct exchange *exchange)
{
	exchange->count = 1;
	exchange->asks = arena_array(exchange->request->arena, 1, sizeof *exchange->asks);
}

static bool is_media_type(struct slice header, const char *type)
{
	header.len = slice_find(header, ';');
	return slice_equals_ignoring_case(slice_trim(header), slice_of(type));
}

/* Only UTF-8, when a charset is named. */
static bool has_charset(struct slice header)
{
	struct slice part, rest = header;
	while (slice_split(&rest, ';', &part)) {
		part = slice_trim(part);
		size_t equals = slice_find(part, '=');
		if (equals == part.len ||
		    !slice_equals_ignoring_case((struct slice){part.ptr, equals}, SLICE("charset")))
			continue;
		struct slice value = {part.ptr + equals + 1, part.len - equals - 1};
		if (value.len >= 2 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"')
			value = (struct slice){value.ptr + 1, value.len - 2};
		if (!slice_equals_ignoring_case(value, SLICE("utf-8")))
			return false;
	}
	return true;
}

bool api_graphql_takes_form(const struct http_request *request)
{
	return is_media_type(request->content_type, "multipart/form-data");
}

bool exchange_take_json(struct exchange *exchange, struct json_object *json)
{
	if (json_object_is_type(json, json_type_array))
		return read_batch(exchange, json);
	if (!json_object_is_type(json, json_type_object) || !json_object_object_length(json))
		return refuse(exchange, "POST body missing, invalid Content-Type, or JSON object has no keys.");
	make_single(exchange);
	return read_ask(exchange, json, exchange->asks);
}

static bool read_body(struct exchange *exchange)
{
	const struct http_request *request = exchange->request;
	exchange->is_form = request->body_follows;
	if (exchange->is_form)
		return true;
	if (!is_media_type(request->content_type, "application/json") || !has_charset(request->content_type))
		return refuse(exchange, "POST body missing, invalid Content-Type, or JSON object has no keys.");
	struct error error;
	struct json_object *json = parse_json(request->arena, request->body, &error);
	if (error.status > 400)
		return refuse_large(exchange, &error);
	return exchange_take_json(exchange, json);
}

/* ---- GET: the same in the query string ---- */

static bool read_json_parameter(struct exchange *exchange, const char *name, struct slice text,
                                struct json_object **json)
{
	struct error error;
	*json = parse_json(exchange->request->arena, text, &error);
	if (!error.status)
		return take_object(exchange, name, *json, json);
	if (error.status > 400)
		return refuse_large(exchange, &error);
	return refuse(exchange,
	              arena_format(exchange->request->arena, "The %s of a GraphQL request have to be JSON.", name));
}

static bool read_parameter(struct exchange *exchange, struct slice name, struct slice value)
{
	struct ask *ask = exchange->asks;
	if (slice_is(name, "query"))
		ask->query = value;
	else if (slice_is(name, "operationName"))
		ask->operation_name = value;
	else if (slice_is(name, "variables"))
		return !value.len || read_json_parameter(exchange, "variables", value, &ask->variables);
	else if (slice_is(name, "extensions"))
		return !value.len || read_json_parameter(exchange, "extensions", value, &ask->extensions);
	return true;
}

/* False when the encoding is malformed. */
static bool decode(struct arena *arena, struct slice *text)
{
	char *copy = arena_copy(arena, *text);
	size_t len = http_percent_decode(copy, text->len, true);
	*text = (struct slice){copy, len};
	return len != SIZE_MAX && slice_is_utf8(*text);
}

static bool read_query_string(struct exchange *exchange)
{
	struct slice rest = exchange->request->query, part;
	make_single(exchange);
	exchange->asks->get = true;
	while (slice_split(&rest, '&', &part)) {
		size_t equals = slice_find(part, '=');
		struct slice name = {part.ptr, equals}, value = {0};
		if (equals < part.len)
			value = (struct slice){part.ptr + equals + 1, part.len - equals - 1};
		if (!decode(exchange->request->arena, &name) || !decode(exchange->request->arena, &value))
			return refuse(exchange, "The query string is not well encoded.");
		if (!read_parameter(exchange, name, value))
			return false;
	}
	return true;
}

/* A browser sends a GET, or a form, from any page without asking; what scripts add to a request it asks for first. */
static bool was_asked_for(const struct http_request *request)
{
	static const char *const simple[] = {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"};
	if (http_header(request, "apollo-require-preflight").len || http_header(request, "x-apollo-operation-name").len)
		return true;
	for (size_t i = 0; i < COUNT_OF(simple); i++)
		if (is_media_type(request->content_type, simple[i]))
			return false;
	return request->content_type.len > 0;
}

/* How much a client would like a media type, in thousandths; 0: not at all. */
static int preference(struct slice accept, const char *type)
{
	struct slice range;
	int best = 0;
	while (slice_split(&accept, ',', &range)) {
		struct slice rest = range, name, parameter;
		int quality = 1000;
		double number;
		slice_split(&rest, ';', &name);
		while (slice_split(&rest, ';', &parameter)) {
			parameter = slice_trim(parameter);
			if (slice_starts_with(parameter, SLICE("q=")) &&
			    query_text_is_number((struct slice){parameter.ptr + 2, parameter.len - 2}, &number))
				quality = number < 0 ? 0 : number > 1 ? 1000 : (int)(number * 1000);
		}
		if (slice_equals_ignoring_case(slice_trim(name), slice_of(type)) && quality > best)
			best = quality;
	}
	return best;
}

static void negotiate(struct exchange *exchange)
{
	static const char modern[] = "application/graphql-response+json";
	struct slice accept = http_header(exchange->request, "Accept");
	int wish = preference(accept, modern), json = preference(accept, "application/json");
	/* Among equals the first named wins. */
	bool first = false;
	if (wish && wish == json)
		for (size_t i = 0; i + sizeof modern - 1 <= accept.len && !first; i++) {
			if (strncmp(accept.ptr + i, "application/json", 16) == 0)
				break;
			first = memcmp(accept.ptr + i, modern, sizeof modern - 1) == 0;
		}
	exchange->modern = wish > json || first;
	if (exchange->modern)
		exchange->response->content_type = "application/graphql-response+json; charset=utf-8";
	http_add_field(exchange->response, "Vary", "Accept");
}

static bool refuse_method(struct exchange *exchange)
{
	exchange->response->allow = "GET, POST";
	return exchange_refuse(exchange, 405, "Only GET and POST requests are supported.", "BAD_REQUEST");
}

bool exchange_read(struct exchange *exchange)
{
	const struct http_request *request = exchange->request;
	negotiate(exchange);
	if (request->method != HTTP_GET && request->method != HTTP_POST)
		return refuse_method(exchange);
	if (exchange->api->config->graphql.csrf_prevention && !was_asked_for(request))
		return refuse(
		    exchange,
		    "This operation has been blocked as a potential Cross-Site Request Forgery (CSRF). Please either "
		    "specify a 'content-type' header (with a type that is not one of "
		    "application/x-www-form-urlencoded, multipart/form-data, text/plain) or provide a non-empty value "
		    "for one of the following headers: x-apollo-operation-name, apollo-require-preflight\n");
	return request->method == HTTP_GET ? read_query_string(exchange) : read_body(exchange);
}
