/* Requests as they come over HTTP: GraphQL over HTTP, as its draft and Apollo Server have it. */
#include "parse.h"

#include <json-c/json.h>

bool api_graphql_batch_refuse(struct api_graphql_batch *batch, int status, const char *message, const char *code)
{
	batch->response->status = status;
	batch->response->retry_after = status == 503;
	batch->response->body.len = 0;
	api_graphql_operation_write_error(&batch->response->body, message, code);
	return false;
}

static bool refuse(struct api_graphql_batch *batch, const char *message)
{
	return api_graphql_batch_refuse(batch, 400, message, "BAD_REQUEST");
}

/* JSON that would take too much memory. */
static bool refuse_large(struct api_graphql_batch *batch, const struct error *error)
{
	return api_graphql_batch_refuse(batch, error->status, error->message,
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

static bool take_text(struct api_graphql_batch *batch, const char *name, struct json_object *json, struct slice *text)
{
	*text = (struct slice){0};
	if (!json)
		return true;
	if (!json_object_is_type(json, json_type_string))
		return refuse(
		    batch, arena_format(batch->http->arena, "The %s of a GraphQL request has to be a string.", name));
	*text = (struct slice){json_object_get_string(json), (size_t)json_object_get_string_len(json)};
	return true;
}

static bool take_object(struct api_graphql_batch *batch, const char *name, struct json_object *json,
                        struct json_object **object)
{
	*object = json;
	return !json || json_object_is_type(json, json_type_object) ||
	       refuse(batch,
	              arena_format(batch->http->arena, "The %s of a GraphQL request have to be an object.", name));
}

/* Clients may send them as a text of JSON; a list has none. */
static bool take_variables(struct api_graphql_batch *batch, struct json_object *json, struct json_object **variables)
{
	struct error error;
	if (json_object_is_type(json, json_type_string)) {
		if (!json_object_get_string_len(json))
			return true;
		json = parse_json(batch->http->arena, json_string(json), &error);
		if (error.status > 400)
			return refuse_large(batch, &error);
		if (error.status)
			return refuse(batch, "Variables are invalid JSON.");
	}
	return json_object_is_type(json, json_type_array) || take_object(batch, "variables", json, variables);
}

static bool read_parameters(struct api_graphql_batch *batch, struct json_object *json,
                            struct api_graphql_parameters *parameters)
{
	struct json_object *query = NULL, *name = NULL, *variables = NULL, *extensions = NULL;
	json_find(json, "query", &query);
	json_find(json, "operationName", &name);
	json_find(json, "variables", &variables);
	json_find(json, "extensions", &extensions);
	return take_text(batch, "query", query, &parameters->query) &&
	       take_text(batch, "operationName", name, &parameters->operation_name) &&
	       take_variables(batch, variables, &parameters->variables) &&
	       take_object(batch, "extensions", extensions, &parameters->extensions);
}

static bool read_batch(struct api_graphql_batch *batch, struct json_object *list)
{
	const struct config_graphql *config = &batch->api->config->graphql;
	batch->is_list = true;
	batch->count = json_object_array_length(list);
	if (!config->batching)
		return refuse(batch, "Operation batching disabled.");
	if (!batch->count)
		return refuse(batch, "A batch has to hold at least one GraphQL request.");
	if (batch->count > config->max_batch)
		return refuse(batch, arena_format(batch->http->arena,
		                                  "A batch holds at most %u GraphQL requests, this one %zu.",
		                                  config->max_batch, batch->count));
	batch->parameters = arena_array(batch->http->arena, batch->count, sizeof *batch->parameters);
	for (size_t i = 0; i < batch->count; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		/* What is no object asks for nothing, and is told so in its place. */
		if (json_object_is_type(item, json_type_object) && !read_parameters(batch, item, &batch->parameters[i]))
			return false;
	}
	return true;
}

static void make_single(struct api_graphql_batch *batch)
{
	batch->count = 1;
	batch->parameters = arena_array(batch->http->arena, 1, sizeof *batch->parameters);
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

bool api_graphql_takes_form(const struct http_request *http)
{
	return is_media_type(http->content_type, "multipart/form-data");
}

bool api_graphql_batch_take_json(struct api_graphql_batch *batch, struct json_object *json)
{
	if (json_object_is_type(json, json_type_array))
		return read_batch(batch, json);
	if (!json_object_is_type(json, json_type_object) || !json_object_object_length(json))
		return refuse(batch, "POST body missing, invalid Content-Type, or JSON object has no keys.");
	make_single(batch);
	return read_parameters(batch, json, batch->parameters);
}

static bool read_body(struct api_graphql_batch *batch)
{
	const struct http_request *http = batch->http;
	batch->is_form = http->body_follows;
	if (batch->is_form)
		return true;
	if (!is_media_type(http->content_type, "application/json") || !has_charset(http->content_type))
		return refuse(batch, "POST body missing, invalid Content-Type, or JSON object has no keys.");
	struct error error;
	struct json_object *json = parse_json(http->arena, http->body, &error);
	if (error.status > 400)
		return refuse_large(batch, &error);
	return api_graphql_batch_take_json(batch, json);
}

/* ---- GET: the same in the query string ---- */

static bool read_json_parameter(struct api_graphql_batch *batch, const char *name, struct slice text,
                                struct json_object **json)
{
	struct error error;
	*json = parse_json(batch->http->arena, text, &error);
	if (!error.status)
		return take_object(batch, name, *json, json);
	if (error.status > 400)
		return refuse_large(batch, &error);
	return refuse(batch, arena_format(batch->http->arena, "The %s of a GraphQL request have to be JSON.", name));
}

static bool read_parameter(struct api_graphql_batch *batch, struct slice name, struct slice value)
{
	struct api_graphql_parameters *parameters = batch->parameters;
	if (slice_is(name, "query"))
		parameters->query = value;
	else if (slice_is(name, "operationName"))
		parameters->operation_name = value;
	else if (slice_is(name, "variables"))
		return !value.len || read_json_parameter(batch, "variables", value, &parameters->variables);
	else if (slice_is(name, "extensions"))
		return !value.len || read_json_parameter(batch, "extensions", value, &parameters->extensions);
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

static bool read_query_string(struct api_graphql_batch *batch)
{
	struct slice rest = batch->http->query, part;
	make_single(batch);
	batch->parameters->get = true;
	while (slice_split(&rest, '&', &part)) {
		size_t equals = slice_find(part, '=');
		struct slice name = {part.ptr, equals}, value = {0};
		if (equals < part.len)
			value = (struct slice){part.ptr + equals + 1, part.len - equals - 1};
		if (!decode(batch->http->arena, &name) || !decode(batch->http->arena, &value))
			return refuse(batch, "The query string is not well encoded.");
		if (!read_parameter(batch, name, value))
			return false;
	}
	return true;
}

/* A browser sends a GET, or a form, from any page without asking; what scripts add to a request it asks for first. */
static bool was_asked_for(const struct http_request *http)
{
	static const char *const simple[] = {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"};
	if (http_header(http, "apollo-require-preflight").len || http_header(http, "x-apollo-operation-name").len)
		return true;
	for (size_t i = 0; i < COUNT_OF(simple); i++)
		if (is_media_type(http->content_type, simple[i]))
			return false;
	return http->content_type.len > 0;
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

static void negotiate(struct api_graphql_batch *batch)
{
	static const char modern[] = "application/graphql-response+json";
	struct slice accept = http_header(batch->http, "Accept");
	int wish = preference(accept, modern), json = preference(accept, "application/json");
	/* Among equals the first named wins. */
	bool first = false;
	if (wish && wish == json)
		for (size_t i = 0; i + sizeof modern - 1 <= accept.len && !first; i++) {
			if (strncmp(accept.ptr + i, "application/json", 16) == 0)
				break;
			first = memcmp(accept.ptr + i, modern, sizeof modern - 1) == 0;
		}
	batch->modern = wish > json || first;
	if (batch->modern)
		batch->response->content_type = "application/graphql-response+json; charset=utf-8";
	http_add_field(batch->response, "Vary", "Accept");
}

static bool refuse_method(struct api_graphql_batch *batch)
{
	batch->response->allow = "GET, POST";
	return api_graphql_batch_refuse(batch, 405, "Only GET and POST requests are supported.", "BAD_REQUEST");
}

bool api_graphql_batch_read(struct api_graphql_batch *batch)
{
	const struct http_request *http = batch->http;
	negotiate(batch);
	if (http->method != HTTP_GET && http->method != HTTP_POST)
		return refuse_method(batch);
	if (batch->api->config->graphql.csrf_prevention && !was_asked_for(http))
		return refuse(
		    batch,
		    "This operation has been blocked as a potential Cross-Site Request Forgery (CSRF). Please either "
		    "specify a 'content-type' header (with a type that is not one of "
		    "application/x-www-form-urlencoded, multipart/form-data, text/plain) or provide a non-empty value "
		    "for one of the following headers: x-apollo-operation-name, apollo-require-preflight\n");
	return http->method == HTTP_GET ? read_query_string(batch) : read_body(batch);
}
