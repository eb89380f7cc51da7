/* Candidates for a relation. */
#include "content.h"
#include "list_request.h"
#include "relation_call.h"

#include "api/admin/list.h"

static bool contains(const int64_t *ids, size_t count, int64_t id)
{
	for (size_t i = 0; i < count; i++)
		if (ids[i] == id)
			return true;
	return false;
}

/* Excludes what the entry is related to already, but for `included`. */
static bool leave_out_related(struct relation_call *relation, struct query *query, int64_t id, const int64_t *included,
                              size_t included_count)
{
	struct arena *arena = relation->content.arena;
	struct query *related = query_create(arena, relation->attribute->target);
	const struct store_select select = {
	    .query = related, .via = relation->attribute, .owner = relation->type, .parents = &id, .parent_count = 1};
	struct store_cursor *cursor;
	int64_t *ids = NULL;
	size_t count = 0, capacity = 0;
	bool row, done;
	related->fields = arena_array(arena, 1, sizeof *related->fields);
	if (relation->attribute->link.kind == LINK_NONE)
		return true;
	if (!store_select(relation->content.session, &select, &cursor, relation->call->error))
		return false;
	while ((done = store_next(cursor, &row, relation->call->error)) && row) {
		if (contains(included, included_count, store_id(cursor)))
			continue;
		ids = arena_grow(arena, ids, count, &capacity, sizeof *ids);
		ids[count++] = store_id(cursor);
	}
	store_close_cursor(cursor);
	if (count)
		query_add_condition(arena, query, relation_call_ids(relation, QUERY_NOT_IN, ids, count));
	return done;
}

/* By the main field, in the way that _filter names. */
static bool search(struct relation_call *relation, struct query *query, const struct list_request *request)
{
	static const struct {
		const char *name;
		enum query_operator comparison;
	} ways[] = {{"$contains", QUERY_CONTAINS},
	            {"$containsi", QUERY_CONTAINSI},
	            {"$startsWith", QUERY_STARTS_WITH},
	            {"$startsWithi", QUERY_STARTS_WITHI},
	            {"$endsWith", QUERY_ENDS_WITH},
	            {"$endsWithi", QUERY_ENDS_WITHI},
	            {"$eq", QUERY_EQ},
	            {"$eqi", QUERY_EQI},
	            {"$ne", QUERY_NE},
	            {"$nei", QUERY_NEI},
	            {"$notContains", QUERY_NOT_CONTAINS},
	            {"$notContainsi", QUERY_NOT_CONTAINSI},
	            {"$in", QUERY_IN},
	            {"$notIn", QUERY_NOT_IN},
	            {"$lt", QUERY_LT},
	            {"$lte", QUERY_LTE},
	            {"$gt", QUERY_GT},
	            {"$gte", QUERY_GTE},
	            {"$null", QUERY_NULL},
	            {"$notNull", QUERY_NOT_NULL}};
	const struct slice text = list_request_text(request, "_q"), way = list_request_text(request, "_filter");
	struct arena *arena = relation->content.arena;
	enum query_operator comparison = QUERY_CONTAINSI;
	struct value value = value_text(text);
	if (!text.len)
		return true;
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		if (slice_is(way, ways[i].name))
			comparison = ways[i].comparison;
	const bool whole =
	    comparison == QUERY_EQ || comparison == QUERY_NE || (comparison >= QUERY_IN && comparison <= QUERY_GTE);
	if (whole && !query_cast(arena, relation->main_field, text, &value, relation->call->error))
		return false;
	query_add_condition(arena, query, query_compare(arena, relation->main_field, comparison, value));
	return true;
}

static void sort_by_main_field(struct relation_call *relation, struct query *query)
{
	struct arena *arena = relation->content.arena;
	if (query->sort_count)
		return;
	query->sorts = arena_array(arena, 1, sizeof *query->sorts);
	query->sorts[0].path = arena_array(arena, 1, sizeof *query->sorts[0].path);
	query->sorts[0].path[0] = relation->main_field;
	query->sorts[0].path_length = 1;
	query->sort_count = 1;
}

static bool add_conditions(struct relation_call *relation, struct query *query, const struct list_request *request)
{
	struct admin_call *call = relation->call;
	struct arena *arena = relation->content.arena;
	const struct slice entity = list_request_text(request, "entityId");
	int64_t *omitted, *included, id;
	size_t omitted_count, included_count;
	if (relation->target.rule_count) {
		struct condition *condition = ability_condition(arena, &relation->target);
		if (condition)
			query_add_condition(arena, query, condition);
	}
	if (!list_request_ids(call, request->params, "idsToOmit", &omitted, &omitted_count) ||
	    !list_request_ids(call, request->params, "idsToInclude", &included, &included_count))
		return false;
	if (omitted_count)
		query_add_condition(arena, query, relation_call_ids(relation, QUERY_NOT_IN, omitted, omitted_count));
	if (!search(relation, query, request))
		return false;
	if (!entity.len)
		return true;
	if (!slice_to_int64(entity, &id))
		return error_not_found(call->error);
	return relation_call_admits(relation, id) && leave_out_related(relation, query, id, included, included_count);
}

bool admin_find_related(struct admin_call *call)
{
	struct relation_call relation;
	struct buffer *body = &call->response->body;
	struct content_result *result;
	struct list_request request;
	struct param *params;
	int64_t total;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error) ||
	    !relation_call_check_query(call, params, true) || !relation_call_begin(call, &relation))
		return false;
	const struct ability_fields fields = ability_fields(relation.content.arena, &relation.target, NULL);
	if (!list_request_read(call, relation.attribute->target, &fields, &request))
		return false;
	struct query *query = request.root.query;
	query->search = (struct slice){NULL, 0};
	relation_call_choose(&relation, query);
	sort_by_main_field(&relation, query);
	if (!add_conditions(&relation, query, &request) ||
	    !content_find(&relation.content, &request.root, false, &result, &total, call->error))
		return false;
	buffer_text(body, "{\"results\":");
	content_write_list(body, result, CONTENT_FLAT);
	content_free(result);
	admin_list_write_pagination(body, &request.root, total);
	buffer_byte(body, '}');
	return true;
}
