/* What a relation leads to. */
#include "content.h"
#include "relation_call.h"
#include "rights.h"

#include "api/admin/list.h"

/* Of one page, the last first; without a page all that a relation to one has. */
struct related_page {
	int64_t page, size;
	int64_t *ids;
	size_t count;
	int64_t total;
};

static bool read_page(struct relation_call *relation, int64_t id, struct related_page *page)
{
	struct arena *arena = relation->content.arena;
	const bool many = relation->attribute->multiple;
	struct query *query = query_create(arena, relation->attribute->target);
	const struct store_select select = {.query = query,
	                                    .via = relation->attribute,
	                                    .owner = relation->type,
	                                    .parents = &id,
	                                    .parent_count = 1,
	                                    .descending = many};
	const int64_t first = (page->page - 1) * page->size;
	struct store_cursor *cursor;
	bool row, done;
	query->fields = arena_array(arena, 1, sizeof *query->fields);
	page->ids = arena_array(arena, (size_t)page->size, sizeof *page->ids);
	if (relation->attribute->link.kind == LINK_NONE)
		return true;
	if (!store_select(relation->content.session, &select, &cursor, relation->call->error))
		return false;
	while ((done = store_next(cursor, &row, relation->call->error)) && row) {
		if (page->total >= first && page->count < (size_t)page->size)
			page->ids[page->count++] = store_id(cursor);
		page->total++;
	}
	store_close_cursor(cursor);
	return done;
}

/* Writes those of the page that may be read, then the ids of the others. */
static bool write_page(struct relation_call *relation, const struct related_page *page)
{
	struct admin_call *call = relation->call;
	struct arena *arena = relation->content.arena;
	struct buffer *body = &call->response->body;
	struct query *query = query_create(arena, relation->attribute->target);
	const struct query_root root = {.query = query, .locale = LOCALE_ALL};
	struct content_result *result;
	int64_t total;
	bool *shown = arena_array(arena, page->count + 1, sizeof *shown);
	relation_call_choose(relation, query);
	query->filter = relation_call_ids(relation, QUERY_IN, page->ids, page->count);
	struct condition *condition = relation->target.rule_count ? ability_condition(arena, &relation->target) : NULL;
	if (condition)
		query_add_condition(arena, query, condition);
	query->limit = -1;
	if (page->count && !content_find(&relation->content, &root, false, &result, &total, call->error))
		return false;
	for (size_t i = 0; i < page->count; i++) {
		for (size_t j = 0; !shown[i] && j < content_result_count(result); j++) {
			if (content_result_id(result, j) != page->ids[i])
				continue;
			shown[i] = true;
			json_next(body);
			content_write_entry(body, result, j, CONTENT_FLAT);
		}
	}
	for (size_t i = 0; i < page->count; i++) {
		if (shown[i])
			continue;
		json_next(body);
		buffer_format(body, "{\"id\":%lld}", (long long)page->ids[i]);
	}
	if (page->count)
		content_free(result);
	return true;
}

static bool answer_page(struct relation_call *relation, const struct related_page *page)
{
	struct buffer *body = &relation->call->response->body;
	struct query_root root = {.page = {.page = page->page, .page_size = page->size}};
	if (!relation->attribute->multiple) {
		buffer_text(body, "{\"data\":");
		if (!page->count)
			buffer_text(body, "null");
		if (!write_page(relation, page))
			return false;
		buffer_byte(body, '}');
		return true;
	}
	buffer_text(body, "{\"results\":[");
	if (!write_page(relation, page))
		return false;
	buffer_byte(body, ']');
	admin_list_write_pagination(body, &root, page->total);
	buffer_byte(body, '}');
	return true;
}

static int64_t number_of(const struct param *params, const char *name, int64_t usual)
{
	const struct param *param = param_get(params, name);
	double number;
	return param && query_text_is_number(param->text, &number) ? (int64_t)number : usual;
}

bool admin_list_related(struct admin_call *call)
{
	struct relation_call relation;
	struct related_page page = {0};
	struct param *params;
	int64_t id;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error) ||
	    !relation_call_check_query(call, params, false) || !relation_call_begin(call, &relation) ||
	    !rights_id(call, ":id", &id) || !relation_call_admits(&relation, id))
		return false;
	page.page = relation.attribute->multiple ? number_of(params, "page", 1) : 1;
	page.size = relation.attribute->multiple ? number_of(params, "pageSize", 10) : 1;
	return read_page(&relation, id, &page) && answer_page(&relation, &page);
}
