/* The methods of strapi.entityService that read. The first argument is the uid. */
#include "entity_read.h"
#include "convert.h"
#include "convert_populate.h"
#include "find.h"

/* Whether filters, or one of a list of them, or of their $and, name the member. */
static bool names_id(struct json_object *filters)
{
	struct json_object *all =
	    json_object_is_type(filters, json_type_array) ? filters : json_member(filters, "$and");
	if (json_object_is_type(filters, json_type_object) && json_find(filters, "id", NULL))
		return true;
	for (size_t i = 0; json_object_is_type(all, json_type_array) && i < json_count(all); i++) {
		struct json_object *item = json_item(all, i);
		if (json_object_is_type(item, json_type_object) && json_find(item, "id", NULL))
			return true;
	}
	return false;
}

/* {"$and":[{"locale": locale}, filters…]} */
static struct json_object *with_locale(struct json_object *filters, struct json_object *locale)
{
	struct json_object *all = json_object_new_array(), *one = json_object_new_object();
	struct json_object *both = json_object_new_object();
	bool list = json_object_is_type(filters, json_type_array);
	json_object_object_add(one, "locale", locale);
	json_object_array_add(all, one);
	for (size_t i = 0; filters && i < (list ? json_count(filters) : 1); i++)
		json_object_array_add(all, json_object_get(list ? json_item(filters, i) : filters));
	json_object_object_add(both, "$and", all);
	return both;
}

bool entity_wrap_params(const struct method_call *call, struct json_object *params, bool deletes,
                        struct json_object **wrapped)
{
	struct json_object *locale = NULL, *filters = method_member(params, "filters");
	struct slice code;
	*wrapped = params;
	if (!call->type->localized || !call->type->locale)
		return true;
	bool present = params && json_find(params, "locale", &locale);
	if (!present && deletes && names_id(filters))
		return true;
	*wrapped = method_object(call);
	if (json_object_is_type(params, json_type_object)) {
		json_object_object_foreach(params, key, value)
		{
			if (strcmp(key, "locale") != 0)
				json_object_object_add(*wrapped, key, json_object_get(value));
		}
	}
	if (present && slice_is(json_string(locale), "all"))
		return true;
	if (present) {
		locale = json_object_get(locale);
	} else {
		if (!content_default_locale(call->content, &code, call->error))
			return false;
		locale = json_object_new_string_len(code.ptr, (int)code.len);
	}
	json_object_object_add(*wrapped, "filters", with_locale(filters, locale));
	return true;
}

/* The parameters of argument `index` as the query engine takes them. */
static bool read_params(const struct method_call *call, size_t index, struct json_object **query)
{
	struct json_object *wrapped;
	return entity_wrap_params(call, method_argument(call, index), false, &wrapped) &&
	       convert_params(call, call->type, wrapped, query);
}

bool entity_find_many(const struct method_call *call)
{
	struct json_object *query, *locale = method_member(method_argument(call, 1), "locale");
	if (!read_params(call, 1, &query))
		return false;
	if (call->type->single && !(call->type->localized && slice_is(json_string(locale), "all")))
		return find_one(call, query);
	return find_many(call, query);
}

bool entity_find_page(const struct method_call *call)
{
	struct json_object *query;
	return read_params(call, 1, &query) && find_page(call, query);
}

bool entity_count(const struct method_call *call)
{
	struct json_object *query;
	int64_t count;
	if (!read_params(call, 1, &query) || !find_count(call, query, &count))
		return false;
	buffer_int(call->value, count);
	return true;
}

bool entity_find_one(const struct method_call *call)
{
	struct json_object *query, *where = json_object_new_object();
	struct json_object *id = json_item(call->arguments, 1);
	json_object_object_add(where, "id", json_object_get(id));
	if (!convert_selection(call, method_argument(call, 2), &query)) {
		json_object_put(where);
		return false;
	}
	json_object_object_add(query, "where", where);
	return find_one(call, query);
}

/* ---- load(uid, entity, field, params), loadPages(uid, entity, field, params, pagination) ---- */

static bool load_options(const struct method_call *call, struct slice field, struct json_object **options)
{
	struct json_object *params = method_argument(call, 3), *pagination = method_argument(call, 4);
	struct json_object *outer = method_object(call), *populate, *converted = NULL;
	json_object_object_add(outer, arena_copy(call->arena, field),
	                       params ? json_object_get(params) : json_object_new_object());
	if (!convert_populate(call, call->type, outer, &populate))
		return false;
	json_find(populate, arena_copy(call->arena, field), &converted);
	*options = method_object(call);
	struct json_object *parts[] = {converted, pagination};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (!json_object_is_type(parts[i], json_type_object))
			continue;
		json_object_object_foreach(parts[i], key, value)
		{
			json_object_object_add(*options, key, json_object_get(value));
		}
	}
	return true;
}

static bool read_field(const struct method_call *call, struct slice *field)
{
	struct json_object *json = method_argument(call, 2);
	*field = json_string(json);
	return json_object_is_type(json, json_type_string) ||
	       method_fail(call, "Invalid load. Expected \"%.100s\" to be a string", json_text(call->arena, json).ptr);
}

bool entity_load(const struct method_call *call)
{
	struct json_object *options;
	struct slice field;
	return read_field(call, &field) && load_options(call, field, &options) &&
	       find_loaded(call, method_argument(call, 1), method_argument(call, 2), options);
}

bool entity_load_pages(const struct method_call *call)
{
	const struct attribute *attribute;
	struct json_object *options;
	struct slice field;
	if (!read_field(call, &field))
		return false;
	attribute = model_attribute(call->type, field);
	if (!attribute || attribute->type != ATTRIBUTE_RELATION || !attribute->multiple)
		return method_fail(call, "Invalid load. Expected \"%.*s\" to be an anyToMany relational attribute",
		                   slice_shown_length(field, 100), field.ptr);
	return load_options(call, field, &options) && find_loaded_page(call, method_argument(call, 1), field, options);
}
