/* Reading, as the query engine does: parameters as strapi.db.query takes them. */
#include "find.h"
#include "events.h"

#include <math.h>

bool find_result(const struct method_call *call, struct json_object *params, bool one, struct content_result **result)
{
	struct query_root root = {.locale = LOCALE_ALL};
	int64_t total;
	if (!query_read_engine(call->arena, call->registry, call->type, params, &root.query, call->error))
		return false;
	if (one)
		root.query->limit = 1;
	root.query->signs_urls = call->signs_urls;
	return content_find(call->content, &root, false, result, &total, call->error);
}

bool find_count_quietly(const struct method_call *call, struct json_object *params, int64_t *count)
{
	static const char *const names[] = {"where", "_q", "filters"};
	struct query_root root = {.locale = LOCALE_ALL};
	struct json_object *chosen_params = method_object(call);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *member = method_member(params, names[i]);
		if (member)
			json_object_object_add(chosen_params, names[i], json_object_get(member));
	}
	return query_read_engine(call->arena, call->registry, call->type, chosen_params, &root.query, call->error) &&
	       content_count(call->content, &root, count, call->error);
}

bool find_count(const struct method_call *call, struct json_object *params, int64_t *count)
{
	struct lifecycle lifecycle;
	if (!event_begin(call, &lifecycle, LIFECYCLE_BEFORE_COUNT, &params))
		return false;
	bool done = find_count_quietly(call, params, count);
	struct json_object *json = done ? json_object_new_int64(*count) : NULL;
	done = done && lifecycle_after(&lifecycle, &json, call->error);
	json_object_put(json);
	lifecycle_end(&lifecycle);
	return done;
}

/* Reads as code sees it, with the events of the read. *json is to be released. */
static bool read_with_events(const struct method_call *call, struct json_object *params, bool one,
                             struct json_object **json)
{
	struct lifecycle lifecycle;
	struct content_result *result;
	struct buffer text = {0};
	*json = NULL;
	if (!event_begin(call, &lifecycle, one ? LIFECYCLE_BEFORE_FIND_ONE : LIFECYCLE_BEFORE_FIND_MANY, &params))
		return false;
	bool done = find_result(call, params, one, &result);
	if (done) {
		content_write_list(&text, result, CONTENT_FLAT);
		content_free(result);
		*json = json_parse_stored(buffer_as_slice(&text));
		buffer_free(&text);
		if (one) {
			struct json_object *list = *json;
			*json = json_object_get(json_item(list, 0));
			json_object_put(list);
		}
		done = lifecycle_after(&lifecycle, json, call->error);
	}
	lifecycle_end(&lifecycle);
	return done;
}

bool find_one_json(const struct method_call *call, struct json_object *params, struct json_object **json)
{
	return read_with_events(call, params, true, json);
}

bool find_many_json(const struct method_call *call, struct json_object *params, struct json_object **json)
{
	return read_with_events(call, params, false, json);
}

static bool write_with_events(const struct method_call *call, struct json_object *params, bool one)
{
	struct json_object *json;
	bool done = read_with_events(call, params, one, &json);
	if (done)
		json_write_value(call->value, json);
	json_object_put(json);
	return done;
}

bool find_one(const struct method_call *call, struct json_object *params)
{
	struct content_result *result;
	if (lifecycle_has_listener(call->content, call->type, LIFECYCLE_BEFORE_FIND_ONE))
		return write_with_events(call, params, true);
	if (!find_result(call, params, true, &result))
		return false;
	if (content_result_count(result))
		content_write_entry(call->value, result, 0, CONTENT_FLAT);
	else
		buffer_text(call->value, "null");
	content_free(result);
	return true;
}

bool find_many(const struct method_call *call, struct json_object *params)
{
	struct content_result *result;
	if (lifecycle_has_listener(call->content, call->type, LIFECYCLE_BEFORE_FIND_MANY))
		return write_with_events(call, params, false);
	if (!find_result(call, params, false, &result))
		return false;
	content_write_list(call->value, result, CONTENT_FLAT);
	content_free(result);
	return true;
}

/* ---- pages ---- */

/* JavaScript's Number of a value that is 1, 10, "10", … */
static double to_number(struct json_object *json, double missing)
{
	double number;
	if (!json)
		return missing;
	if (!json_object_is_type(json, json_type_string))
		return json_object_get_double(json);
	return query_text_is_number(json_string(json), &number) ? number : NAN;
}

struct page {
	double page, page_size;
};

/* Makes limit and offset of page and pageSize. */
static struct json_object *cut_page(const struct method_call *call, struct json_object *params, struct page *page)
{
	struct json_object *cut = method_object(call);
	page->page = to_number(method_member(params, "page"), 1);
	page->page_size = to_number(method_member(params, "pageSize"), 10);
	if (json_object_is_type(params, json_type_object)) {
		json_object_object_foreach(params, key, value)
		{
			json_object_object_add(cut, key, json_object_get(value));
		}
	}
	json_object_object_del(cut, "page");
	json_object_object_del(cut, "pageSize");
	json_object_object_add(cut, "limit", json_object_new_double(page->page_size));
	json_object_object_add(cut, "offset", json_object_new_double(fmax(page->page - 1, 0) * page->page_size));
	return cut;
}

static void write_number(const struct method_call *call, const char *name, double number)
{
	json_write_name(call->value, slice_of(name));
	json_write_double(call->value, number);
}

/* What stands behind the results of a page. */
static void write_pagination(const struct method_call *call, const struct page *page, int64_t total)
{
	buffer_text(call->value, ",\"pagination\":{");
	write_number(call, "page", page->page);
	write_number(call, "pageSize", page->page_size);
	write_number(call, "pageCount", ceil((double)total / page->page_size));
	write_number(call, "total", (double)total);
	buffer_text(call->value, "}}");
}

bool find_page(const struct method_call *call, struct json_object *params)
{
	struct page page;
	int64_t total;
	struct json_object *cut = cut_page(call, params, &page);
	buffer_text(call->value, "{\"results\":");
	if (!find_many(call, cut) || !find_count(call, cut, &total))
		return false;
	write_pagination(call, &page, total);
	return true;
}

/* ---- load: what an entry is related to ---- */

/* Reads the entry with its id and these fields; *loaded is NULL when there is none, else to be released. */
static bool load(const struct method_call *call, struct json_object *entity, struct json_object *fields,
                 struct json_object *options, struct json_object **loaded)
{
	struct json_object *params = method_object(call), *where = json_object_new_object();
	struct json_object *populate = json_object_new_object(), *select = json_object_new_array();
	bool list = json_object_is_type(fields, json_type_array);
	*loaded = NULL;
	json_object_array_add(select, json_object_new_string("id"));
	if (json_find(entity, "id", NULL))
		json_object_object_add(where, "id", json_object_get(json_member(entity, "id")));
	else
		json_object_object_add(where, "id", json_parse_stored(SLICE("{\"@\":\"undefined\"}")));
	json_object_object_add(params, "select", select);
	json_object_object_add(params, "where", where);
	json_object_object_add(params, "populate", populate);
	for (size_t i = 0; i < (list ? json_count(fields) : 1); i++) {
		struct slice name = json_string(list ? json_item(fields, i) : fields);
		const struct attribute *attribute = model_attribute(call->type, name);
		if (!attribute || attribute_is_scalar(attribute))
			return method_fail(call, "Invalid load. Expected %.*s to be a relational attribute",
			                   slice_shown_length(name, 100), name.ptr);
		json_object_object_add(populate, attribute->name,
		                       options ? json_object_get(options) : json_object_new_boolean(true));
	}
	return find_one_json(call, params, loaded);
}

bool find_loaded(const struct method_call *call, struct json_object *entity, struct json_object *fields,
                 struct json_object *options)
{
	struct json_object *loaded, *value = NULL;
	if (!load(call, entity, fields, options, &loaded))
		return false;
	if (loaded && json_object_is_type(fields, json_type_array)) {
		json_object_object_del(loaded, "id");
		value = loaded;
	} else if (loaded) {
		json_find(loaded, arena_copy(call->arena, json_string(fields)), &value);
	}
	json_write_value(call->value, value);
	json_object_put(loaded);
	return true;
}

static bool is_list(const struct attribute *attribute)
{
	return attribute && attribute->multiple && attribute->target && !attribute_is_morph(attribute) &&
	       (attribute->type == ATTRIBUTE_RELATION || attribute->type == ATTRIBUTE_COMPONENT);
}

bool find_loaded_page(const struct method_call *call, struct json_object *entity, struct slice field,
                      struct json_object *options)
{
	const struct attribute *attribute = model_attribute(call->type, field);
	struct json_object *fields, *loaded, *count = NULL, *counted;
	struct page page;
	if (!is_list(attribute))
		return method_fail(call, "Invalid load. Expected %.*s to be an anyToMany relational attribute",
		                   slice_shown_length(field, 100), field.ptr);
	struct json_object *cut = cut_page(call, options, &page);
	fields = json_keep(call->arena, json_object_new_string(attribute->name));
	buffer_text(call->value, "{\"results\":");
	if (!find_loaded(call, entity, fields, cut))
		return false;
	json_object_object_add(cut, "count", json_object_new_boolean(true));
	if (!load(call, entity, fields, cut, &loaded))
		return false;
	if (loaded && json_find(loaded, attribute->name, &counted))
		count = json_member(counted, "count");
	write_pagination(call, &page, json_object_get_int64(count));
	json_object_put(loaded);
	return true;
}
