/* The parameters of the entity service as those of the query engine: fields, sort, pages, publication state. */
#include "convert.h"
#include "convert_filters.h"
#include "convert_populate.h"

#include <math.h>

/* ---- sort ---- */

static bool check_order(const struct method_call *call, struct slice order)
{
	return slice_equals_ignoring_case(order, SLICE("asc")) || slice_equals_ignoring_case(order, SLICE("desc")) ||
	       method_fail(call, "Invalid order. order can only be one of asc|desc|ASC|DESC");
}

/* {"a":{"b":"desc"}} of a.b and desc. */
static struct json_object *nest(const struct method_call *call, struct slice path, struct slice order)
{
	struct json_object *whole = json_object_new_object(), *inner = whole;
	struct slice name;
	while (slice_split(&path, '.', &name)) {
		struct json_object *value =
		    path.ptr ? json_object_new_object() : json_object_new_string_len(order.ptr, (int)order.len);
		json_object_object_add(inner, arena_copy(call->arena, name), value);
		inner = value;
	}
	return whole;
}

/* "a.b:desc,c", as items of the list. */
static bool convert_sort_text(const struct method_call *call, struct slice text, struct json_object *list)
{
	struct slice part;
	while (slice_split(&text, ',', &part)) {
		struct slice field, order = SLICE("asc"), rest = part;
		if (!part.len) {
			json_object_array_add(list, json_object_new_object());
			continue;
		}
		slice_split(&rest, ':', &field);
		if (rest.ptr)
			slice_split(&rest, ':', &order);
		if (!field.len)
			return method_fail(call, "Field cannot be empty");
		if (!check_order(call, order))
			return false;
		json_object_array_add(list, nest(call, field, order));
	}
	return true;
}

static bool refuse_sort(const struct method_call *call)
{
	return method_fail(call, "Invalid sort parameter. Expected a string, an array of strings, a sort object or an "
	                         "array of sort objects");
}

static bool convert_sort_object(const struct method_call *call, struct json_object *json, struct json_object **order)
{
	*order = method_object(call);
	if (!json_object_is_type(json, json_type_object))
		return refuse_sort(call);
	json_object_object_foreach(json, key, value)
	{
		struct json_object *inner = value;
		if (json_object_is_type(value, json_type_object)) {
			if (!convert_sort_object(call, value, &inner))
				return false;
		} else if (!json_object_is_type(value, json_type_string)) {
			return method_fail(call, "Invalid sort type expected object or string got %s",
			                   json_object_is_type(value, json_type_boolean) ? "boolean"
			                   : json_object_is_type(value, json_type_null) ||
			                           json_object_is_type(value, json_type_array)
			                       ? "object"
			                       : "number");
		} else if (!check_order(call, json_string(value))) {
			return false;
		}
		json_object_object_add(*order, key, json_object_get(inner));
	}
	return true;
}

static bool is_text_list(struct json_object *json)
{
	if (!json_object_is_type(json, json_type_array))
		return false;
	for (size_t i = 0; i < json_count(json); i++)
		if (!json_object_is_type(json_item(json, i), json_type_string))
			return false;
	return true;
}

bool convert_sort(const struct method_call *call, struct json_object *json, struct json_object **order)
{
	struct json_object *item;
	if (!json_object_is_type(json, json_type_string) && !json_object_is_type(json, json_type_array))
		return convert_sort_object(call, json, order);
	*order = json_keep(call->arena, json_object_new_array());
	if (json_object_is_type(json, json_type_string))
		return convert_sort_text(call, json_string(json), *order);
	for (size_t i = 0; i < json_count(json); i++) {
		struct json_object *value = json_item(json, i);
		if (is_text_list(json)) {
			if (!convert_sort_text(call, json_string(value), *order))
				return false;
			continue;
		}
		if (!convert_sort_object(call, value, &item))
			return false;
		json_object_array_add(*order, json_object_get(item));
	}
	return true;
}

/* ---- fields ---- */

static void add_once(struct json_object *list, struct slice text)
{
	for (size_t i = 0; i < json_count(list); i++)
		if (slice_equals(json_string(json_item(list, i)), text))
			return;
	json_object_array_add(list, json_object_new_string_len(text.ptr, (int)text.len));
}

/* *select is NULL for all fields. */
bool convert_fields(const struct method_call *call, struct json_object *json, struct json_object **select)
{
	bool text = json_object_is_type(json, json_type_string);
	*select = NULL;
	if (text && slice_is(json_string(json), "*"))
		return true;
	if (!text && !is_text_list(json))
		return method_fail(call, "Invalid fields parameter. Expected a string or an array of strings");
	*select = json_keep(call->arena, json_object_new_array());
	add_once(*select, SLICE("id"));
	for (size_t i = 0; i < (text ? 1 : json_count(json)); i++) {
		struct slice names = json_string(text ? json : json_item(json, i)), name;
		while (slice_split(&names, ',', &name))
			add_once(*select, slice_trim(name));
	}
	return true;
}

/* ---- pages ---- */

/* A whole number; false for anything else. */
static bool read_whole(struct json_object *json, double *number)
{
	switch (json_object_get_type(json)) {
	case json_type_string:
		if (!query_text_is_number(json_string(json), number))
			return false;
		break;
	case json_type_int:
	case json_type_double:
	case json_type_boolean:
		*number = json_object_get_double(json);
		break;
	default:
		return false;
	}
	return *number == floor(*number) && fabs(*number) <= 9007199254740991.0;
}

static bool refuse_page(const struct method_call *call, const char *name, struct json_object *shown)
{
	return error_set(call->error, 400, "PaginationError",
	                 "Invalid '%s' parameter. Expected an integer > 0, received: %.100s", name,
	                 shown ? json_text(call->arena, shown).ptr : "undefined");
}

static bool refuse_number(const struct method_call *call, const char *function, struct json_object *json)
{
	double number = NAN;
	struct buffer text = {0};
	read_whole(json, &number);
	if (isnan(number))
		buffer_text(&text, "NaN");
	else
		json_write_double(&text, number);
	const struct slice shown = buffer_as_slice(&text);
	method_fail(call, "%s expected a positive integer got %.*s", function, (int)shown.len, shown.ptr);
	buffer_free(&text);
	return false;
}

bool convert_pages(const struct method_call *call, struct json_object *params, struct json_object *query)
{
	struct json_object *page = method_member(params, "page"), *size = method_member(params, "pageSize");
	struct json_object *start = method_member(params, "start"), *limit = method_member(params, "limit");
	double number;
	if ((page || size) && (start || limit))
		return error_set(call->error, 400, "PaginationError",
		                 "Invalid pagination attributes. You cannot use page and offset pagination in the same "
		                 "query");
	if (page) {
		if (!read_whole(page, &number) || number <= 0)
			return refuse_page(call, "page", page);
		json_object_object_add(query, "page", json_object_new_double(number));
	}
	if (size) {
		/* Strapi names the page here. */
		if (!read_whole(size, &number) || number <= 0)
			return refuse_page(call, "pageSize", page);
		json_object_object_add(query, "pageSize", json_object_new_double(number));
	}
	if (start) {
		if (!read_whole(start, &number) || number < 0)
			return refuse_number(call, "convertStartQueryParams", start);
		json_object_object_add(query, "offset", json_object_new_double(number));
	}
	if (limit) {
		if (!read_whole(limit, &number) || (number < 0 && number != -1))
			return refuse_number(call, "convertLimitQueryParams", limit);
		if (number != -1)
			json_object_object_add(query, "limit", json_object_new_double(number));
	}
	return true;
}

bool convert_publication(const struct method_call *call, const struct content_type *schema, struct json_object *params,
                         struct json_object *query)
{
	struct json_object *state = method_member(params, "publicationState");
	if (!schema || !state)
		return true;
	if (!slice_is(json_string(state), "live") && !slice_is(json_string(state), "preview"))
		return method_fail(call, "Invalid publicationState. Expected one of 'preview','live' received: %.100s.",
		                   json_text(call->arena, state).ptr);
	json_object_object_add(query, "filters", json_object_get(state));
	return true;
}

/* ---- all of them ---- */

bool convert_params(const struct method_call *call, const struct content_type *type, struct json_object *params,
                    struct json_object **query)
{
	struct json_object *search = method_member(params, "_q"), *sort = method_member(params, "sort"), *made;
	struct json_object *filters = method_member(params, "filters"), *fields = method_member(params, "fields");
	struct json_object *populate = method_member(params, "populate");
	*query = method_object(call);
	/* A list has a `sort`, which is a function. */
	if (json_object_is_type(params, json_type_array))
		return refuse_sort(call);
	if (search)
		json_object_object_add(*query, "_q", json_object_get(search));
	if (sort) {
		if (!convert_sort(call, sort, &made))
			return false;
		json_object_object_add(*query, "orderBy", json_object_get(made));
	}
	if (filters) {
		if (!convert_filters(call, type, filters, &made))
			return false;
		json_object_object_add(*query, "where", json_object_get(made));
	}
	if (fields) {
		if (!convert_fields(call, fields, &made))
			return false;
		if (made)
			json_object_object_add(*query, "select", json_object_get(made));
	}
	if (populate) {
		if (!convert_populate(call, type, populate, &made))
			return false;
		json_object_object_add(*query, "populate", json_object_get(made));
	}
	return convert_pages(call, params, *query) && convert_publication(call, type, params, *query);
}

bool convert_selection(const struct method_call *call, struct json_object *params, struct json_object **query)
{
	static const char *const names[] = {"fields", "populate"};
	struct json_object *chosen_params = method_object(call);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *member = method_member(params, names[i]);
		if (member)
			json_object_object_add(chosen_params, names[i], json_object_get(member));
	}
	return convert_params(call, call->type, chosen_params, query);
}
