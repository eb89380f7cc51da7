#include "fields.h"
#include "filters.h"
#include "filters_check.h"
#include "page.h"
#include "populate.h"
#include "populate_check.h"
#include "sort.h"

struct query *query_create(struct arena *arena, const struct content_type *type)
{
	struct query *query = arena_alloc(arena, sizeof *query);
	query->type = type;
	query->limit = -1;
	return query;
}

struct condition *query_compare(struct arena *arena, const struct attribute *attribute, enum query_operator comparison,
                                struct value value)
{
	struct condition *condition = arena_alloc(arena, sizeof *condition);
	struct value *copy = arena_alloc(arena, sizeof *copy);
	*copy = value;
	condition->kind = CONDITION_COMPARE;
	condition->attribute = attribute;
	condition->comparison = comparison;
	condition->values = copy;
	condition->value_count = 1;
	return condition;
}

void query_add_condition(struct arena *arena, struct query *query, struct condition *condition)
{
	if (!query->filter) {
		query->filter = condition;
		return;
	}
	struct condition *both = arena_alloc(arena, sizeof *both);
	both->kind = CONDITION_AND;
	both->children = condition;
	condition->next = query->filter;
	query->filter = both;
}

/* The check of all parameters comes before the reading of any, in the order in which Strapi names the first
 * that is wrong. */
static bool check(struct reader *reader, const struct param *params)
{
	const struct content_type *type = reader->request->type;
	const struct param *filters = param_get(params, "filters"), *sort = param_get(params, "sort");
	const struct param *fields = param_get(params, "fields"), *populate = param_get(params, "populate");
	return (!param_is_truthy(filters) || filters_check(reader, type, filters, true)) &&
	       (!param_is_truthy(sort) || sort_check(reader, type, sort, true)) &&
	       (!param_is_truthy(fields) || fields_check(reader, type, fields)) &&
	       (!param_is_truthy(populate) || populate_check(reader, type, populate));
}

static bool read_selection(struct reader *reader, const struct param *params, struct query *query)
{
	const struct param *filters = param_get(params, "filters"), *sort = param_get(params, "sort");
	const struct param *search = param_get(params, "_q");
	if (sort && !sort_read(reader, query->type, sort, query))
		return false;
	if (param_is_truthy(filters)) {
		if (!filters_read(reader, query->type, filters, &query->filter))
			return false;
		query->sent_filters = filters;
		query->sent = query->filter;
	}
	if (param_is_truthy(search)) {
		if (search->kind != PARAM_TEXT)
			return error_validation(reader->error, "Invalid _q parameter. Expected a text to search for");
		query->search = search->text;
	}
	return true;
}

static bool read_locale(struct reader *reader, const struct param *params, struct query_root *root)
{
	const struct param *param = param_get(params, "locale");
	root->locale = LOCALE_DEFAULT;
	if (!param || !root->query->type->localized)
		return true;
	if (param->kind == PARAM_TEXT && slice_is(param->text, "all")) {
		root->locale = LOCALE_ALL;
		return true;
	}
	root->locale = LOCALE_GIVEN;
	root->locale_count = param->kind == PARAM_LIST ? param->count : 1;
	root->locales = arena_array(reader->arena, root->locale_count, sizeof *root->locales);
	const struct param *at = param->kind == PARAM_LIST ? param->first : param;
	for (size_t i = 0; i < root->locale_count; i++, at = at->next) {
		if (param_is_container(at))
			return error_validation(
			    reader->error, "Invalid locale parameter. Expected a locale code, a list of them or all");
		if (at->kind == PARAM_TEXT)
			root->locales[i] = value_text(at->text);
	}
	return true;
}

bool query_parse(struct arena *arena, const struct query_request *request, const struct param *params,
                 struct query_root *root, struct error *error)
{
	struct reader reader = {.arena = arena, .request = request, .error = error};
	struct query *query = query_create(arena, request->type);
	const struct param *fields = param_get(params, "fields"), *populate = param_get(params, "populate");
	*root = (struct query_root){.query = query};
	if (!check(&reader, params))
		return false;
	if (!request->by_id) {
		if (!request->raw)
			query->publication = PUBLICATION_LIVE;
		bool offset_only = request->raw || request->type->single;
		if (offset_only ? !page_read_offset(&reader, params, query) : !page_read(&reader, params, root))
			return false;
		if (!read_selection(&reader, params, query) || !read_locale(&reader, params, root) ||
		    !publication_read(&reader, params, &query->publication))
			return false;
	}
	if (fields && !fields_read(&reader, query->type, fields, false, query))
		return false;
	return !param_is_truthy(populate) || populate_read(&reader, populate, query->publication, 1, query);
}
