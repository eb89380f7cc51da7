/* The parameter `populate`, and all of a query. */
#include "engine.h"

#include <math.h>

enum { POPULATE_DEEPEST = 64 };

static struct query *new_query(const struct engine *engine, const struct content_type *type)
{
	struct query *query = query_create(engine->arena, type);
	query->plain = true;
	query->with_private = true;
	return query;
}

static bool count_populate(struct engine *engine)
{
	return ++engine->populates <= QUERY_MOST_POPULATES ||
	       engine_fail(engine, "The populate parameter is too large");
}

/* What is read beside the fields that are chosen: by the id entries are told apart. */
static bool reads_id(const struct attribute *attribute)
{
	return attribute->link.kind == LINK_JOIN_COLUMN || !attribute->target;
}

static bool read_options(struct engine *engine, const struct attribute *attribute, struct json_object *options,
                         struct json_object *filters, struct query *query)
{
	bool good = count_populate(engine) &&
	            engine_read_params(engine, engine_is_record(options) ? options : NULL, filters, query);
	if (reads_id(attribute))
		engine_add_id(query);
	return good;
}

/* What does not fit a type matters only where there are entries to populate. */
static bool read_query(struct engine *engine, const struct attribute *attribute, const struct content_type *type,
                       struct json_object *options, struct json_object *filters, struct query **query)
{
	*query = new_query(engine, type);
	if (engine->depth == POPULATE_DEEPEST)
		return engine_fail(engine, "The populate parameter is nested too deeply");
	engine->depth++;
	bool good = read_options(engine, attribute, options, filters, *query);
	engine->depth--;
	if (good)
		return true;
	if (engine->populates > QUERY_MOST_POPULATES || engine->conditions > QUERY_MOST_FILTERS)
		return false;
	struct error *fails = arena_alloc(engine->arena, sizeof *fails);
	*fails = *engine->error;
	*query = new_query(engine, type);
	(*query)->fails = fails;
	return true;
}

/* Types that polymorphic links can name: those of `on`, or all. */
static bool read_types(struct engine *engine, struct json_object *options, struct json_object *filters,
                       struct populate *populate)
{
	const struct attribute *attribute = populate->attribute;
	const struct registry *registry = engine->registry;
	bool zone = attribute->type == ATTRIBUTE_DYNAMICZONE;
	bool to_one = !zone && attribute->relation == RELATION_MORPH_TO_ONE;
	struct json_object *on = json_member(options, "on"), *of_type;
	populate->by_type = arena_array(engine->arena, registry->type_count, sizeof *populate->by_type);
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		bool named = on && json_find(on, type->uid, &of_type) && of_type;
		if (zone && !type->component)
			continue;
		if (on && !named && !to_one)
			continue;
		/* As a fallback of `on` there are the options beside it. */
		if (!read_query(engine, attribute, type, named ? of_type : options, filters,
		                &populate->by_type[populate->by_type_count++]))
			return false;
	}
	return true;
}

/* Strapi counts what hangs on link tables, and passes over the flag elsewhere. */
static bool can_be_counted(const struct attribute *attribute)
{
	return attribute->target && !attribute_is_morph(attribute) && attribute->type != ATTRIBUTE_MEDIA &&
	       attribute->link.kind != LINK_JOIN_COLUMN && attribute->link.kind != LINK_JOIN_COLUMN_INVERSE;
}

static bool add_populate(struct engine *engine, const struct attribute *attribute, struct json_object *options,
                         struct json_object *filters, struct query *query)
{
	struct populate *populate = &query->populates[query->populate_count++];
	struct json_object *count = json_member(options, "count"), *ordering = json_member(options, "ordering");
	*populate = (struct populate){.attribute = attribute};
	populate->descending = slice_equals_ignoring_case(json_string(ordering), SLICE("desc"));
	if (!attribute->target)
		return read_types(engine, options, filters, populate);
	if (!read_query(engine, attribute, attribute->target, options, filters, &populate->query))
		return false;
	if (json_object_is_type(count, json_type_boolean) && json_object_get_boolean(count)) {
		populate->count_only = can_be_counted(attribute);
		populate->query->limit = -1;
		populate->query->offset = 0;
	}
	return true;
}

/* Strapi takes undefined and null for something to populate, and fails. */
static const struct error *fail_populate(struct engine *engine, struct json_object *options)
{
	struct error *fails = arena_alloc(engine->arena, sizeof *fails);
	error_set(fails, 500, "TypeError", "Cannot read properties of %s (reading 'count')",
	          options ? "undefined" : "null");
	return fails;
}

static const struct attribute *find_related(const struct content_type *type, const char *name)
{
	const struct attribute *attribute = model_attribute(type, slice_of(name));
	return attribute && !attribute_is_scalar(attribute) && attribute->link.kind != LINK_NONE ? attribute : NULL;
}

static bool read_object(struct engine *engine, struct json_object *populate, struct json_object *filters,
                        struct query *query)
{
	json_object_object_foreach(populate, key, options)
	{
		const struct attribute *attribute = find_related(query->type, key);
		if (!attribute)
			continue;
		if (!add_populate(engine, attribute, options, filters, query))
			return false;
		if (!options || engine_is_tag(options, "undefined"))
			query->populates[query->populate_count - 1].fails = fail_populate(engine, options);
	}
	return true;
}

static bool read_all(struct engine *engine, struct json_object *filters, struct query *query)
{
	for (size_t i = 0; i < query->type->attribute_count; i++) {
		const struct attribute *attribute = find_related(query->type, query->type->attributes[i].name);
		if (attribute && !add_populate(engine, attribute, NULL, filters, query))
			return false;
	}
	return true;
}

/* The path behind the first name goes in front of those that were there. */
static void add_path(struct json_object *object, const char *name, const char *path)
{
	struct json_object *options = NULL, *before = NULL, *paths = json_object_new_array();
	if (json_find(object, name, &options))
		before = json_member(options, "populate");
	json_object_array_add(paths, json_object_new_string(path));
	for (size_t i = 0; before && i < json_object_array_length(before); i++)
		json_object_array_add(paths, json_object_get(json_object_array_get_idx(before, i)));
	options = json_object_new_object();
	json_object_object_add(options, "populate", paths);
	json_object_object_add(object, name, options);
}

/* ["a", "b.c"] as an object: {"a": true, "b": {"populate": ["c"]}}. */
static bool read_list(struct engine *engine, struct json_object *list, struct json_object *filters, struct query *query)
{
	struct json_object *object = json_keep(engine->arena, json_object_new_object());
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct slice name = json_string(json_object_array_get_idx(list, i));
		char *root = arena_copy(engine->arena, name), *dot = strchr(root, '.');
		if (!json_object_is_type(json_object_array_get_idx(list, i), json_type_string))
			return engine_fail(engine, "key.split is not a function");
		if (dot) {
			*dot = '\0';
			add_path(object, root, dot + 1);
		} else if (!json_find(object, root, NULL)) {
			json_object_object_add(object, root, json_object_new_boolean(true));
		}
	}
	return read_object(engine, object, filters, query);
}

static bool read_populate(struct engine *engine, struct json_object *populate, struct json_object *filters,
                          struct query *query)
{
	query->populates = arena_array(engine->arena, query->type->attribute_count, sizeof *query->populates);
	switch (json_object_get_type(populate)) {
	case json_type_boolean:
		return !json_object_get_boolean(populate) || read_all(engine, filters, query);
	case json_type_array:
		return read_list(engine, populate, filters, query);
	case json_type_object:
		return engine_is_tag(populate, "undefined") || read_object(engine, populate, filters, query);
	default:
		return engine_fail(engine, "Populate must be an object");
	}
}

/* JavaScript's parseInt(text, 10); false for NaN. */
static bool parse_int(struct slice text, int64_t *number)
{
	struct slice rest = slice_trim(text);
	const bool negative = rest.len && rest.ptr[0] == '-';
	size_t at = rest.len && (rest.ptr[0] == '-' || rest.ptr[0] == '+') ? 1 : 0;
	const size_t first = at;
	double value = 0;
	for (; at < rest.len && rest.ptr[at] >= '0' && rest.ptr[at] <= '9'; at++)
		value = value * 10 + (rest.ptr[at] - '0');
	value = fmin(value, 9007199254740991.0);
	*number = negative ? -(int64_t)value : (int64_t)value;
	return at > first;
}

/* `limit` or `offset`, as Strapi and knex read them: 0 is none, but "0" is one. */
static bool read_cut(const struct engine *engine, struct json_object *params, const char *name, int64_t *value)
{
	struct json_object *json = json_member(params, name);
	int64_t number;
	if (!engine_is_truthy(json) || !parse_int(engine_text(engine, json), &number))
		return true;
	if (number >= 0)
		*value = number;
	return number >= 0 || strcmp(name, "limit") == 0 ||
	       engine_fail(engine, "A non-negative integer must be provided to offset.");
}

static struct json_object *sent(struct json_object *params, const char *name)
{
	struct json_object *value = json_member(params, name);
	return value && !engine_is_tag(value, "undefined") ? value : NULL;
}

/* Filters hold of what is populated, too, unless it has its own. */
static bool read_filters(struct engine *engine, struct json_object *filters, struct query *query)
{
	struct condition *condition;
	if (slice_is(json_string(filters), "live"))
		query->publication = PUBLICATION_LIVE;
	if (!engine_is_record(filters))
		return true;
	if (!engine_read_where(engine, query->type, filters, &condition))
		return false;
	query_add_condition(engine->arena, query, condition);
	return true;
}

bool engine_read_params(struct engine *engine, struct json_object *params, struct json_object *filters,
                        struct query *query)
{
	struct json_object *where = sent(params, "where"), *select = sent(params, "select");
	struct json_object *order = sent(params, "orderBy"), *populate = sent(params, "populate");
	struct json_object *search = sent(params, "_q"), *groups = sent(params, "groupBy");
	if (sent(params, "filters"))
		filters = sent(params, "filters");
	if (where && !engine_is_record(where))
		return engine_fail(engine, "Where must be an object");
	if (where && !engine_read_where(engine, query->type, where, &query->filter))
		return false;
	if (!read_filters(engine, filters, query))
		return false;
	if (search && !json_object_is_type(search, json_type_string) && engine_is_truthy(search))
		return error_set(engine->error, 500, "TypeError", "query.split is not a function");
	if (search && engine_is_truthy(search))
		query->search = arena_copy_slice(engine->arena, engine_text(engine, search));
	if (!read_cut(engine, params, "limit", &query->limit) || !read_cut(engine, params, "offset", &query->offset))
		return false;
	if (order && !engine_read_order(engine, order, query))
		return false;
	if (groups && !engine_read_groups(engine, groups, query))
		return false;
	if (populate && !read_populate(engine, populate, filters, query))
		return false;
	if (select && !engine_read_select(engine, select, query))
		return false;
	if (query->populate_count)
		engine_add_id(query);
	return true;
}

bool query_read_engine(struct arena *arena, const struct registry *registry, const struct content_type *type,
                       struct json_object *params, struct query **query, struct error *error)
{
	struct engine engine = {.arena = arena, .registry = registry, .error = error};
	*query = new_query(&engine, type);
	return engine_read_params(&engine, params, NULL, *query);
}

struct slice query_text_engine(struct arena *arena, struct json_object *json)
{
	const struct engine engine = {.arena = arena};
	return engine_text(&engine, json);
}

bool query_cast_engine(struct arena *arena, const struct attribute *attribute, struct json_object *json,
                       struct value *value, struct error *error)
{
	const struct engine engine = {.arena = arena, .error = error};
	if (!engine_cast(&engine, attribute, json, value))
		return false;
	if (value->kind == VALUE_TEXT)
		value->text = arena_copy_slice(arena, value->text);
	return true;
}
