/* The endpoints of plugins that read entries: users, files, locales. They answer without an envelope. */
#include "flat.h"

static bool write_list(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct content_result *result;
	struct query_root root;
	int64_t total;
	if (!call_parse_query(call, call->route.type, false, true, &root) ||
	    !content_find(&content, &root, false, &result, &total, call->error))
		return false;
	content_write_list(&call->response->body, result, CONTENT_FLAT);
	content_free(result);
	return true;
}

/* Writes the entry of that id; *found false when there is none. */
static bool write_one(struct rest_call *call, const struct query *query, int64_t id, bool *found)
{
	struct content_call content = request_content(call->request);
	struct content_result *result;
	if (!content_find_one(&content, query, id, false, &result, call->error))
		return false;
	*found = content_result_count(result) > 0;
	if (*found)
		content_write_entry(&call->response->body, result, 0, CONTENT_FLAT);
	content_free(result);
	return true;
}

bool endpoint_users(struct rest_call *call)
{
	return write_list(call);
}

bool endpoint_user(struct rest_call *call)
{
	struct query_root root;
	int64_t id;
	bool found = false;
	if (!call_parse_query(call, call->route.type, true, false, &root))
		return false;
	if (call_entry_id(call, &id) && !write_one(call, root.query, id, &found))
		return false;
	/* Strapi has no body for an unknown user, and so no 404. */
	if (!found)
		call->response->status = 204;
	return true;
}

bool endpoint_me(struct rest_call *call)
{
	struct query_root root;
	bool found;
	if (call->request->caller.kind != CALLER_USER)
		return error_unauthorized(call->error, "Unauthorized");
	return call_parse_query(call, call->route.type, true, false, &root) &&
	       write_one(call, root.query, call->request->caller.user_id, &found);
}

/* Strapi takes the whole query for a filter; `filters` is taken as one as well. */
bool endpoint_users_count(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct arena *arena = call->http->arena;
	struct param *params, *filters;
	struct query_root root;
	int64_t count;
	if (!params_parse(arena, call->http->query, &params, call->error))
		return false;
	filters = param_get(params, "filters");
	if (params->first && !filters) {
		filters = arena_alloc(arena, sizeof *filters);
		*filters = *params;
		filters->key = SLICE("filters");
		struct param *wrapped = arena_alloc(arena, sizeof *wrapped);
		*wrapped = (struct param){.kind = PARAM_OBJECT, .first = filters, .count = 1};
		params = wrapped;
	}
	if (!call_read_query(call, call->route.type, params, false, true, &root) ||
	    !content_count(&content, &root, &count, call->error))
		return false;
	buffer_int(&call->response->body, count);
	return true;
}

bool endpoint_files(struct rest_call *call)
{
	return write_list(call);
}

bool endpoint_file(struct rest_call *call)
{
	struct query_root root;
	int64_t id;
	bool found = false;
	if (!call_parse_query(call, call->route.type, true, false, &root))
		return false;
	/* Fields are checked, then all of them are returned, as in Strapi. */
	root.query->fields = NULL;
	if (call_entry_id(call, &id) && !write_one(call, root.query, id, &found))
		return false;
	return found || error_set(call->error, 404, "NotFoundError", "file.notFound");
}

/* Each locale's object gets one member more: whether it is the default one. */
bool endpoint_locales(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct buffer *body = &call->response->body;
	struct query_root root = {.query = query_create(content.arena, call->route.type), .locale = LOCALE_ALL};
	struct query_root defaults = {.query = query_create(content.arena, call->route.type), .locale = LOCALE_ALL};
	struct content_result *result, *default_result;
	struct slice code;
	int64_t total;
	if (!content_default_locale(&content, &code, call->error))
		return false;
	query_add_condition(
	    content.arena, defaults.query,
	    query_compare(content.arena, model_attribute(call->route.type, SLICE("code")), QUERY_EQ, value_text(code)));
	if (!content_find(&content, &root, false, &result, &total, call->error))
		return false;
	if (!content_find(&content, &defaults, false, &default_result, &total, call->error)) {
		content_free(result);
		return false;
	}
	buffer_byte(body, '[');
	for (size_t i = 0; i < content_result_count(result); i++) {
		bool is_default = content_result_count(default_result) &&
		                  content_result_id(default_result, 0) == content_result_id(result, i);
		if (i)
			buffer_byte(body, ',');
		content_begin_entry(body, result, i);
		buffer_text(body, is_default ? ",\"isDefault\":true}" : ",\"isDefault\":false}");
	}
	buffer_byte(body, ']');
	content_free(result);
	content_free(default_result);
	return true;
}
