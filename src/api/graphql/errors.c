/* Errors as Strapi's GraphQL shows them. */
#include "errors.h"

#include <ctype.h>
#include <json-c/json.h>

static bool is_named(const struct error *error, const char *name)
{
	return strcmp(error->name, name) == 0;
}

/* {"error":{"name":…,"message":…,"details":…},"code":…} */
static const char *extensions(struct arena *arena, const struct error *error, const char *code)
{
	struct buffer json = {0};
	buffer_text(&json, "{\"error\":{\"name\":");
	json_write_string(&json, slice_of(error->name));
	buffer_text(&json, ",\"message\":");
	json_write_string(&json, slice_of(error->message));
	if (error_shown_details(error)) {
		buffer_text(&json, ",\"details\":");
		buffer_text(&json, error_shown_details(error));
	}
	buffer_text(&json, "},\"code\":");
	json_write_string(&json, slice_of(code));
	buffer_byte(&json, '}');
	const char *copy = arena_copy(arena, buffer_as_slice(&json));
	buffer_free(&json);
	return copy;
}

/* Values that a type does not take: graphql-js throws an error of its own, of which Apollo shows what it has. */
static const char *exception(struct arena *arena, const struct error *error)
{
	struct buffer json = {0};
	buffer_text(&json, "{\"code\":\"INTERNAL_SERVER_ERROR\",\"exception\":{\"message\":");
	json_write_string(&json, slice_of(error->message));
	buffer_text(&json, "}}");
	const char *copy = arena_copy(arena, buffer_as_slice(&json));
	buffer_free(&json);
	return copy;
}

/* "PaginationError" gives "STRAPI_PAGINATION_ERROR". */
static const char *code_of_name(struct arena *arena, const char *name)
{
	char *code = arena_format(arena, "STRAPI_%s", model_snake_case(arena, name));
	for (char *at = code; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return code;
}

bool api_graphql_take_error(struct arena *arena, struct json_object *json, struct error *error)
{
	struct slice message = json_string(json_member(json, "message"));
	const char *text = arena_copy(arena, message);
	error_set(error, json_object_get_boolean(json_member(json, "located")) ? 500 : 400, API_GRAPHQL_ERROR_AS_IT_IS,
	          "%s", text);
	if (message.len >= sizeof error->message)
		error->whole = text;
	error->details = json_print(arena, json_member(json, "extensions"));
	return false;
}

static void show_for_clients(struct arena *arena, const struct error *error, struct graphql_shown_error *shown)
{
	if (is_named(error, API_GRAPHQL_ERROR_AS_IT_IS)) {
		shown->located = error->status >= 500;
		shown->extensions = error->details;
		return;
	}
	shown->extensions = "{\"code\":\"INTERNAL_SERVER_ERROR\"}";
	shown->located = is_named(error, "Error") || (is_named(error, GRAPHQL_ERROR_NAME) && error->status >= 500);
	if (shown->located && strstr(error->message, " cannot represent "))
		shown->extensions = exception(arena, error);
	if (shown->located || is_named(error, "InternalServerError"))
		return;
	const char *code = code_of_name(arena, error->name);
	if (is_named(error, "ForbiddenError") || is_named(error, "UnauthorizedError") || is_named(error, "PolicyError"))
		code = "FORBIDDEN";
	if (is_named(error, "ValidationError") || is_named(error, GRAPHQL_ERROR_NAME))
		code = "BAD_USER_INPUT";
	shown->extensions = extensions(arena, error, code);
}

/* What was thrown, and no more: {"lectern":{"error":{"name":…,"message":…,"details":…}}}. */
static void show_for_code(struct arena *arena, const struct error *error, struct graphql_shown_error *shown)
{
	struct buffer json = {0};
	shown->located = true;
	if (is_named(error, API_GRAPHQL_ERROR_AS_IT_IS) || is_named(error, GRAPHQL_ERROR_NAME))
		return;
	buffer_text(&json, "{\"lectern\":{\"error\":{\"name\":");
	json_write_string(&json, slice_of(error->name));
	buffer_text(&json, ",\"message\":");
	json_write_string(&json, slice_of(error->whole ? error->whole : error->message));
	if (error_shown_details(error)) {
		buffer_text(&json, ",\"details\":");
		buffer_text(&json, error_shown_details(error));
	}
	buffer_text(&json, "}}}");
	shown->extensions = arena_copy(arena, buffer_as_slice(&json));
	buffer_free(&json);
}

void api_graphql_show_error(void *context, struct arena *arena, const struct error *error,
                            struct graphql_shown_error *shown)
{
	const struct api_graphql_context *graphql = context;
	show_for_clients(arena, error, shown);
	if (graphql->schema->config->graphql.by_code)
		show_for_code(arena, error, shown);
}

bool api_graphql_require_authentication(struct error *error)
{
	return error_set(error, 401, "Error", "Authentication requested");
}

bool api_graphql_refuse_no_id(const struct config *config, struct error *error)
{
	const char quote = config->client == DATABASE_POSTGRES ? '"' : '`';
	return error_set(
	    error, 500, "Error",
	    "Undefined binding(s) detected when compiling WHERE. Undefined column(s): [t0.id] query: where "
	    "%ct0%c.%cid%c = ?",
	    quote, quote, quote, quote);
}
