/* The endpoints of content-types. */
#include "collection.h"

bool collection_is_plain(const struct rest_call *call)
{
	const struct route *route = &call->route;
	const bool reads =
	    route->endpoint == endpoint_list || route->endpoint == endpoint_one || route->endpoint == endpoint_single;
	return reads && !call->inner && !route->options && !route->custom &&
	       !content_waits_to_read(call->rest->content, route->type);
}

static void write_page(struct buffer *body, const struct query_page *page, int64_t total)
{
	buffer_text(body, ",\"meta\":{\"pagination\":{");
	buffer_text(body, page->paged ? "\"page\":" : "\"start\":");
	buffer_int(body, page->paged ? page->page : page->start);
	buffer_text(body, page->paged ? ",\"pageSize\":" : ",\"limit\":");
	buffer_int(body, page->paged ? page->page_size : page->limit);
	if (total >= 0) {
		if (page->paged) {
			buffer_text(body, ",\"pageCount\":");
			buffer_int(body,
			           page->page_size < 0 ? -total : (total + page->page_size - 1) / page->page_size);
		}
		buffer_text(body, ",\"total\":");
		buffer_int(body, total);
	}
	buffer_text(body, "}}}");
}

bool endpoint_list(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct query_root root;
	int64_t total;
	if (!call_parse_query(call, call->route.type, false, false, &root) ||
	    !content_find(&content, &root, !call->for_code, &result, &total, call->error))
		return false;
	buffer_text(body, "{\"data\":");
	content_write_list(body, result, CONTENT_WRAPPED);
	write_page(body, &root.page, total);
	content_free(result);
	return true;
}

/* One entry, or 404. */
static bool write_only(struct rest_call *call, struct content_result *result)
{
	struct buffer *body = &call->response->body;
	bool found = content_result_count(result) > 0;
	if (found) {
		buffer_text(body, "{\"data\":");
		content_write_entry(body, result, 0, CONTENT_WRAPPED);
		buffer_text(body, ",\"meta\":{}}");
	}
	content_free(result);
	return found || error_not_found(call->error);
}

static bool refuse_id(const struct rest_call *call)
{
	struct slice id = call->route.id;
	int64_t number;
	if (!store_has_strict_ids(call->request->session) || slice_to_int64(id, &number))
		return error_not_found(call->error);
	return error_validation(call->error, "Invalid id \"%.*s\". Expected an integer", slice_shown_length(id, 100),
	                        id.ptr);
}

bool endpoint_one(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct content_result *result;
	struct query_root root;
	int64_t id;
	if (!call_parse_query(call, call->route.type, true, false, &root))
		return false;
	if (!call_entry_id(call, &id))
		return refuse_id(call);
	content.id_is_text = true;
	return content_find_one(&content, root.query, id, !call->for_code, &result, call->error) &&
	       write_only(call, result);
}

/* The versions of a single type in all languages, as a list. */
static bool write_all(struct rest_call *call, const struct query_root *root)
{
	struct content_call content = request_content(call->request);
	struct buffer *body = &call->response->body;
	struct content_result *result;
	int64_t total;
	if (!content_find(&content, root, !call->for_code, &result, &total, call->error))
		return false;
	buffer_text(body, "{\"data\":");
	content_write_list(body, result, CONTENT_WRAPPED);
	buffer_text(body, ",\"meta\":{}}");
	content_free(result);
	return true;
}

bool endpoint_single(struct rest_call *call)
{
	struct content_call content = request_content(call->request);
	struct content_result *result;
	struct query_root root;
	int64_t total;
	if (!call_parse_query(call, call->route.type, false, false, &root))
		return false;
	if (root.locale == LOCALE_ALL)
		return write_all(call, &root);
	root.query->limit = 1;
	return content_find(&content, &root, !call->for_code, &result, &total, call->error) && write_only(call, result);
}
