/* What a query compares and sorts by, as JSON. */
#include "shapes.h"

struct shape_parts {
	struct buffer equal, range; /* JSON texts, separated by commas */
	bool rest;                  /* there are conditions that no index serves */
};

static void add_column(struct buffer *list, const char *column)
{
	if (list->len)
		buffer_byte(list, ',');
	json_write_string(list, slice_of(column));
}

static void add_comparison(struct shape_parts *parts, const struct condition *condition)
{
	const char *column = condition->attribute->column;
	switch (condition->comparison) {
	case QUERY_EQ:
	case QUERY_IN:
	case QUERY_NULL:
		add_column(&parts->equal, column);
		break;
	case QUERY_LT:
	case QUERY_LTE:
	case QUERY_GT:
	case QUERY_GTE:
	case QUERY_BETWEEN:
	case QUERY_NOT_NULL:
		add_column(&parts->range, column);
		break;
	default:
		parts->rest = true;
	}
}

static void add_condition(struct shape_parts *parts, const struct condition *condition)
{
	if (condition->kind == CONDITION_COMPARE)
		add_comparison(parts, condition);
	else if (condition->kind == CONDITION_AND)
		for (const struct condition *at = condition->children; at; at = at->next)
			add_condition(parts, at);
	else
		parts->rest = true;
}

static void write_sorts(struct buffer *json, const struct query *query)
{
	bool related = false;
	buffer_text(json, ",\"sorts\":[");
	for (size_t i = 0; i < query->sort_count; i++) {
		const struct sort *sort = &query->sorts[i];
		related |= sort->path_length != 1;
		struct buffer text = {0};
		buffer_format(&text, "%s:%s", sort->path[sort->path_length - 1]->column,
		              sort->descending ? "desc" : "asc");
		buffer_text(json, i ? "," : "");
		json_write_string(json, buffer_as_slice(&text));
		buffer_free(&text);
	}
	buffer_format(json, "],\"related\":%s", related ? "true" : "false");
}

void shape_write(struct buffer *json, const struct shape_run *run)
{
	const struct query *query = run->query;
	const struct slice text = {run->text.ptr, (size_t)slice_shown_length(run->text, SHAPES_LONGEST_TEXT)};
	struct shape_parts parts = {.rest = query->search.len > 0};
	if (query->filter)
		add_condition(&parts, query->filter);
	buffer_text(json, "\"table\":");
	json_write_string(json, slice_of(query->type->table));
	buffer_format(json, ",\"kind\":\"%s\",\"equal\":[", run->is_count ? "count" : "list");
	buffer_slice(json, buffer_as_slice(&parts.equal));
	buffer_text(json, "],\"range\":[");
	buffer_slice(json, buffer_as_slice(&parts.range));
	buffer_format(json, "],\"rest\":%s,\"live\":%s", parts.rest ? "true" : "false",
	              query->publication == PUBLICATION_LIVE && query->type->published_at ? "true" : "false");
	write_sorts(json, query);
	buffer_text(json, ",\"statement\":");
	json_write_string(json, text);
	buffer_free(&parts.equal);
	buffer_free(&parts.range);
}
