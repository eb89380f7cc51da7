/* The arguments of lists. Filters and sorts become what a query string would have given, so that one reader checks
 * both. */
#include "arguments.h"

#include <json-c/json.h>

enum { DEEPEST_FILTERS = 20 };

const struct graphql_value *api_graphql_arguments_get(const struct graphql_field *field,
                                                      const struct graphql_value *arguments, const char *name)
{
	size_t i = 0;
	for (const struct graphql_input *input = field->arguments; input; input = input->next, i++)
		if (slice_is(input->name, name))
			return arguments[i].kind == GRAPHQL_VALUE_ABSENT ? NULL : &arguments[i];
	return NULL;
}

static struct param *new_param(struct arena *arena, enum param_kind kind, struct slice key)
{
	struct param *param = arena_alloc(arena, sizeof *param);
	param->kind = kind;
	param->key = key;
	return param;
}

/* Puts `child` at the end of parent's, where `tail` points; returns where the next one goes. */
static struct param **append(struct param *parent, struct param **tail, struct param *child)
{
	*tail = child;
	parent->count++;
	return &child->next;
}

static struct slice number_text(struct arena *arena, double number)
{
	struct buffer text = {0};
	json_write_double(&text, number);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static struct slice argument_json(struct arena *arena, const struct graphql_value *value)
{
	struct json_object *json = graphql_value_to_json(value);
	struct slice copy = json_stringify(arena, json);
	json_object_put(json);
	return copy;
}

static struct slice leaf_text(struct arena *arena, const struct graphql_value *value)
{
	switch (value->kind) {
	case GRAPHQL_VALUE_BOOLEAN:
		return value->boolean ? SLICE("true") : SLICE("false");
	case GRAPHQL_VALUE_INTEGER:
		return slice_of(arena_format(arena, "%lld", (long long)value->integer));
	case GRAPHQL_VALUE_NUMBER:
		return number_text(arena, value->number);
	default:
		return value->text;
	}
}

/* Nested as deeply as values may be. */
static bool holds_object(const struct graphql_value *value)
{
	bool found = value->kind == GRAPHQL_VALUE_OBJECT;
	for (size_t i = 0; value->kind == GRAPHQL_VALUE_LIST && i < value->count && !found; i++)
		found = holds_object(&value->items[i]);
	return found;
}

/* What a filter compares with. In JSON each value is compared as JSON; an object stays one, which the reader refuses as
 * that of a query string: Strapi leaves such a condition out without a word. */
static struct param *operand(struct arena *arena, struct slice key, const struct graphql_value *value, bool json,
                             bool list)
{
	struct param *param;
	if (value->kind == GRAPHQL_VALUE_NULL)
		return new_param(arena, PARAM_NULL, key);
	if (list && value->kind == GRAPHQL_VALUE_LIST) {
		param = new_param(arena, PARAM_LIST, key);
		struct param **tail = &param->first;
		for (size_t i = 0; i < value->count; i++)
			tail = append(param, tail, operand(arena, SLICE("0"), &value->items[i], json, false));
		return param;
	}
	if (json && holds_object(value))
		return new_param(arena, PARAM_OBJECT, key);
	param = new_param(arena, PARAM_TEXT, key);
	param->is_json = json && value->kind != GRAPHQL_VALUE_STRING;
	param->text = param->is_json ? argument_json(arena, value) : leaf_text(arena, value);
	param->is_bare = value->kind == GRAPHQL_VALUE_BOOLEAN || value->kind == GRAPHQL_VALUE_INTEGER ||
	                 value->kind == GRAPHQL_VALUE_NUMBER;
	return param;
}

static bool takes_list(struct slice name)
{
	return slice_is(name, "in") || slice_is(name, "notIn") || slice_is(name, "between") || slice_is(name, "and") ||
	       slice_is(name, "or");
}

static struct slice operator_key(struct arena *arena, struct slice name)
{
	return slice_of(arena_format(arena, "$%.*s", (int)name.len, name.ptr));
}

/* {eq: …, in: […], not: {…}} behind a scalar. */
static struct param *convert_operators(struct arena *arena, struct slice key, const struct graphql_value *value,
                                       bool json, unsigned depth)
{
	if (value->kind != GRAPHQL_VALUE_OBJECT || depth > DEEPEST_FILTERS)
		return value->kind == GRAPHQL_VALUE_NULL ? new_param(arena, PARAM_NULL, key) : NULL;
	struct param *object = new_param(arena, PARAM_OBJECT, key);
	struct param **tail = &object->first;
	for (size_t i = 0; i < value->count; i++) {
		struct slice name = value->names[i], inner = operator_key(arena, name);
		const struct graphql_value *item = &value->items[i];
		struct param *child;
		if (!slice_is(name, "not"))
			child =
			    operand(arena, inner, item, json && !slice_is(name, "null") && !slice_is(name, "notNull"),
			            takes_list(name));
		else
			child = convert_operators(arena, inner, item, json, depth + 1);
		if (!child)
			return NULL;
		tail = append(object, tail, child);
	}
	return object;
}

static struct param *convert_filters(struct arena *arena, struct slice key, const struct graphql_value *value,
                                     unsigned depth);

static struct param *convert_list(struct arena *arena, struct slice key, const struct graphql_value *value,
                                  unsigned depth)
{
	struct param *list = new_param(arena, PARAM_LIST, key);
	struct param **tail = &list->first;
	for (size_t i = 0; i < value->count; i++) {
		struct param *child = convert_filters(arena, SLICE("0"), &value->items[i], depth + 1);
		if (!child)
			return NULL;
		tail = append(list, tail, child);
	}
	return list;
}

static bool is_json(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_JSON || attribute->type == ATTRIBUTE_BLOCKS;
}

static bool combines(struct slice name)
{
	return slice_is(name, "and") || slice_is(name, "or") || slice_is(name, "not");
}

/* The filters of a type; null stands for none. What code has added to their type is for its middlewares to read: it is
 * left out, as in Strapi. NULL when they are nested too deeply. */
static struct param *convert_filters(struct arena *arena, struct slice key, const struct graphql_value *value,
                                     unsigned depth)
{
	if (depth > DEEPEST_FILTERS)
		return NULL;
	if (value->kind == GRAPHQL_VALUE_LIST)
		return convert_list(arena, key, value, depth);
	struct param *object = new_param(arena, PARAM_OBJECT, key);
	struct param **tail = &object->first;
	for (size_t i = 0; value->kind == GRAPHQL_VALUE_OBJECT && i < value->count; i++) {
		const struct attribute *attribute = value->inputs ? value->inputs[i]->context : NULL;
		const struct graphql_value *item = &value->items[i];
		struct param *child;
		if (!attribute && !combines(value->names[i]))
			continue;
		if (!attribute)
			child = convert_filters(arena, operator_key(arena, value->names[i]), item, depth + 1);
		else if (attribute_is_scalar(attribute))
			child = convert_operators(arena, value->names[i], item, is_json(attribute), depth + 1);
		else
			child = convert_filters(arena, value->names[i], item, depth + 1);
		if (!child)
			return NULL;
		tail = append(object, tail, child);
	}
	return object;
}

static struct param *convert_sort(struct arena *arena, const struct graphql_value *value)
{
	struct param *list = new_param(arena, PARAM_LIST, SLICE("sort"));
	struct param **tail = &list->first;
	if (value->kind != GRAPHQL_VALUE_LIST)
		return new_param(arena, PARAM_NULL, SLICE("sort"));
	for (size_t i = 0; i < value->count; i++)
		tail = append(list, tail, operand(arena, SLICE("0"), &value->items[i], false, false));
	return list->count ? list : new_param(arena, PARAM_NULL, SLICE("sort"));
}

/* ---- pagination ---- */

static const struct graphql_value *sent(const struct graphql_value *object, const char *name)
{
	const struct graphql_value *value =
	    object && object->kind == GRAPHQL_VALUE_OBJECT ? graphql_value_field(object, name) : NULL;
	return value && value->kind == GRAPHQL_VALUE_INTEGER ? value : NULL;
}

static int64_t at_least(int64_t value, int64_t least)
{
	return value < least ? least : value;
}

/* Holds the page to the settings. A limit of -1 asks for all entries: it stays, since the page is then told of in
 * another way (api_graphql_resolve_page), unless maxLimit takes its place, as in Strapi. */
static void cut(const struct config_graphql *config, struct query_page *page)
{
	page->start = at_least(page->start, 0);
	if (page->limit == -1 && config->max_limit == -1)
		return;
	page->limit = page->limit == -1 ? config->max_limit : at_least(page->limit, 1);
	if (page->limit > config->amount_limit)
		page->limit = config->amount_limit;
	if (config->max_limit != -1 && page->limit > config->max_limit)
		page->limit = config->max_limit;
}

static bool read_pagination(const struct config_graphql *config, const struct graphql_value *pagination,
                            struct query_page *page, struct error *error)
{
	const struct graphql_value *number = sent(pagination, "page"), *size = sent(pagination, "pageSize");
	const struct graphql_value *start = sent(pagination, "start"), *limit = sent(pagination, "limit");
	if ((number || size) && (start || limit))
		return error_set(error, 400, "PaginationError",
		                 "Cannot use both page & offset pagination in the same query");
	page->limit = config->default_limit;
	if (start)
		page->start = start->integer;
	if (limit)
		page->limit = limit->integer;
	if (number || size) {
		/* As Strapi has it, a page of which no size is given holds one entry. */
		page->limit = at_least(size ? size->integer : 0, 1);
		if (page->limit > config->amount_limit)
			page->limit = config->amount_limit;
		page->start = ((number ? number->integer : 1) - 1) * page->limit;
	}
	cut(config, page);
	return true;
}

/* ---- all together ---- */

static bool add_parameter(struct api_graphql_context *context, const struct graphql_field *field,
                          const struct graphql_value *arguments, const char *name, struct param *params,
                          struct error *error)
{
	const struct graphql_value *value = api_graphql_arguments_get(field, arguments, name);
	struct param *param;
	if (!value)
		return true;
	if (!graphql_weigh_value(value, 1, &context->request->budget.filters))
		return error_validation(error, "The filters and sorts of the request hold too many values");
	if (strcmp(name, "filters") == 0)
		param = convert_filters(context->arena, SLICE("filters"), value, 0);
	else if (strcmp(name, "sort") == 0)
		param = convert_sort(context->arena, value);
	else
		param = operand(context->arena, slice_of(name), value, false, true);
	if (!param)
		return error_validation(error, "The filters are nested too deeply. Expected at most %d levels",
		                        DEEPEST_FILTERS);
	/* There are four at most. */
	struct param **tail = &params->first;
	while (*tail)
		tail = &(*tail)->next;
	append(params, tail, param);
	return true;
}

bool api_graphql_arguments_read(struct api_graphql_context *context, const struct graphql_field *field,
                                const struct graphql_value *arguments, struct query_root *root, struct error *error)
{
	static const char *const names[] = {"filters", "sort", "publicationState", "locale"};
	struct query *query = root->query;
	struct param *params = new_param(context->arena, PARAM_OBJECT, SLICE(""));
	const struct query_request as_read = {
	    .registry = context->schema->registry,
	    .type = query->type,
	    .rights = api_graphql_rights(context),
	    .raw = true,
	};
	struct query_root read;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (!add_parameter(context, field, arguments, names[i], params, error))
			return false;
	if (!read_pagination(&context->schema->config->graphql,
	                     api_graphql_arguments_get(field, arguments, "pagination"), &root->page, error) ||
	    !query_parse(context->arena, &as_read, params, &read, error))
		return false;
	if (api_graphql_arguments_get(field, arguments, "publicationState"))
		query->publication = read.query->publication;
	query->filter = read.query->filter;
	query->sent_filters = read.query->sent_filters;
	query->sent = read.query->sent;
	query->sorts = read.query->sorts;
	query->sort_count = read.query->sort_count;
	query->limit = root->page.limit == -1 ? context->schema->config->graphql.amount_limit : root->page.limit;
	query->offset = root->page.start;
	root->locale = read.locale;
	root->locales = read.locales;
	root->locale_count = read.locale_count;
	return true;
}
