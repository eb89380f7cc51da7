/* The parameters `select` and `orderBy`. */
#include "engine.h"

enum { ORDER_DEEPEST = 20, ORDER_MOST = 100 };

struct order_by_path {
	const struct attribute *attributes[ORDER_DEEPEST];
	size_t length;
};

static void make_sorts(const struct engine *engine, struct query *query)
{
	if (!query->sorts)
		query->sorts = arena_array(engine->arena, ORDER_MOST, sizeof *query->sorts);
}

static bool add_order(const struct engine *engine, const struct order_by_path *path, const struct attribute *last,
                      struct json_object *direction, struct query *query)
{
	if (!json_object_is_type(direction, json_type_string) && engine_is_truthy(direction))
		return error_set(engine->error, 500, "TypeError", "(value || \"\").toLowerCase is not a function");
	if (query->sort_count == ORDER_MOST)
		return engine_fail(engine, "Too many sorts. Expected at most %d", ORDER_MOST);
	struct sort *sort = &query->sorts[query->sort_count++];
	sort->path_length = path->length + 1;
	sort->path = arena_array(engine->arena, sort->path_length, sizeof *sort->path);
	memcpy(sort->path, path->attributes, path->length * sizeof *sort->path);
	sort->path[path->length] = last;
	sort->descending = slice_equals_ignoring_case(json_string(direction), SLICE("desc"));
	return true;
}

static bool find(const struct engine *engine, const struct content_type *type, struct slice name,
                 const struct attribute **attribute)
{
	*attribute = model_attribute(type, name);
	return *attribute || engine_fail(engine, "Attribute %.*s not found on model %s", slice_shown_length(name, 100),
	                                 name.ptr, type->uid);
}

static bool read(const struct engine *engine, const struct content_type *type, struct json_object *order,
                 const struct order_by_path *path, struct query *query);

static bool read_member(const struct engine *engine, const struct content_type *type, const char *key,
                        struct json_object *value, const struct order_by_path *path, struct query *query)
{
	const struct attribute *attribute;
	struct order_by_path longer = *path;
	if (!find(engine, type, slice_of(key), &attribute))
		return false;
	if (attribute_is_scalar(attribute))
		return add_order(engine, path, attribute, value, query);
	if (!attribute->target)
		return engine_fail(engine, "You cannot order on relation types");
	if (path->length + 1 >= ORDER_DEEPEST)
		return engine_fail(engine, "The orderBy parameter is nested too deeply");
	longer.attributes[longer.length++] = attribute;
	return read(engine, attribute->target, value, &longer, query);
}

static bool read(const struct engine *engine, const struct content_type *type, struct json_object *order,
                 const struct order_by_path *path, struct query *query)
{
	const struct attribute *attribute;
	if (json_object_is_type(order, json_type_string)) {
		if (!find(engine, type, json_string(order), &attribute))
			return false;
		if (!attribute_is_scalar(attribute))
			return engine_fail(engine, "no such column: t0.%s", attribute->name);
		return add_order(engine, path, attribute, NULL, query);
	}
	if (json_object_is_type(order, json_type_array)) {
		for (size_t i = 0; i < json_object_array_length(order); i++)
			if (!read(engine, type, json_object_array_get_idx(order, i), path, query))
				return false;
		return true;
	}
	if (!engine_is_record(order))
		return engine_fail(engine, "Invalid orderBy syntax");
	json_object_object_foreach(order, key, value)
	{
		if (!read_member(engine, type, key, value, path, query))
			return false;
	}
	return true;
}

bool engine_read_order(const struct engine *engine, struct json_object *order, struct query *query)
{
	const struct order_by_path empty = {.length = 0};
	make_sorts(engine, query);
	return read(engine, query->type, order, &empty, query);
}

/* ---- select ---- */

static void add_field(struct query *query, const struct attribute *attribute)
{
	for (size_t i = 0; i < query->field_count; i++)
		if (query->fields[i] == attribute)
			return;
	query->fields[query->field_count++] = attribute;
}

void engine_add_id(struct query *query)
{
	if (query->fields)
		add_field(query, &query->type->id);
}

static bool read_field(const struct engine *engine, struct json_object *json, struct query *query)
{
	struct slice name = json_string(json);
	if (!json_object_is_type(json, json_type_string) || !name.len)
		return engine_fail(engine, "Name cannot be null");
	const struct attribute *attribute = reader_attribute(query->type, name);
	if (!attribute || !attribute_is_scalar(attribute))
		return engine_fail(engine, "no such column: t0.%.*s", slice_shown_length(name, 100), name.ptr);
	add_field(query, attribute);
	return true;
}

/* With "*", or nothing, all fields: query->fields stays NULL. */
bool engine_read_select(const struct engine *engine, struct json_object *select, struct query *query)
{
	bool list = json_object_is_type(select, json_type_array);
	size_t count = list ? json_object_array_length(select) : 1;
	for (size_t i = 0; i < count; i++)
		if (slice_is(json_string(list ? json_object_array_get_idx(select, i) : select), "*"))
			return true;
	if (!count && !query->populate_count)
		return true;
	query->fields = arena_array(engine->arena, query->type->attribute_count + 1, sizeof *query->fields);
	for (size_t i = 0; i < count; i++)
		if (!read_field(engine, list ? json_object_array_get_idx(select, i) : select, query))
			return false;
	return true;
}

/* Strapi writes the names into its statement as they are: columns, with the table's alias or without. */
static bool add_group(const struct engine *engine, struct json_object *json, struct query *query)
{
	struct slice name = json_string(json);
	const bool aliased = slice_starts_with(name, SLICE("t0."));
	const struct slice column = aliased ? (struct slice){name.ptr + 3, name.len - 3} : name;
	const struct attribute *attribute =
	    slice_equals(column, SLICE("id")) ? &query->type->id : map_get(&query->type->by_column, column);
	if (!attribute)
		return engine_fail(engine, "groupBy: no such column: %.*s. Expected the column of a scalar attribute",
		                   slice_shown_length(name, 100), name.ptr);
	query->groups[query->group_count++] = attribute;
	const struct order_by_path path = {.length = 0};
	return add_order(engine, &path, attribute, NULL, query);
}

bool engine_read_groups(const struct engine *engine, struct json_object *groups, struct query *query)
{
	const bool list = json_object_is_type(groups, json_type_array);
	const size_t count = list ? json_count(groups) : json_string(groups).len > 0;
	if (engine->depth && count)
		return engine_fail(engine, "groupBy of what is populated is not there in lectern");
	make_sorts(engine, query);
	query->groups = arena_array(engine->arena, count, sizeof *query->groups);
	for (size_t i = 0; i < count; i++)
		if (!add_group(engine, list ? json_item(groups, i) : groups, query))
			return false;
	return true;
}
