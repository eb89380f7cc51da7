#include "where_attribute.h"
#include "query/filter_operators.h"

struct condition *where_condition(struct engine *engine, enum condition_kind kind)
{
	struct condition *condition = arena_alloc(engine->arena, sizeof *condition);
	condition->kind = kind;
	return condition;
}

bool where_count(struct engine *engine)
{
	return ++engine->conditions <= QUERY_MOST_FILTERS || engine_fail(engine, "The where parameter is too large");
}

static bool cast(struct engine *engine, const struct attribute *attribute, bool casts, struct json_object *json,
                 struct value *value)
{
	if (casts && !(engine_is_tag(json, "undefined") && attribute->type == ATTRIBUTE_ID))
		return engine_cast(engine, attribute, json, value);
	if (engine_is_tag(json, "undefined"))
		return engine_fail(engine,
		                   "Undefined binding(s) detected when compiling WHERE. Undefined column(s): [t0.%s] "
		                   "query: where `t0`.`%s` = ?",
		                   attribute->column, attribute->column);
	*value = json ? value_text(engine_text(engine, json)) : (struct value){.kind = VALUE_NULL};
	return true;
}

static bool compare(struct engine *engine, const struct attribute *attribute, enum query_operator comparison,
                    bool casts, struct json_object *json, struct condition **condition)
{
	bool list = json_object_is_type(json, json_type_array);
	size_t count = list ? json_object_array_length(json) : 1;
	struct value *values = arena_array(engine->arena, count, sizeof *values);
	if (!where_count(engine))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!cast(engine, attribute, casts, list ? json_object_array_get_idx(json, i) : json, &values[i]))
			return false;
	*condition = where_condition(engine, CONDITION_COMPARE);
	(*condition)->attribute = attribute;
	(*condition)->comparison = comparison;
	(*condition)->values = values;
	(*condition)->value_count = count;
	return true;
}

/* A list where one value belongs: the operator holds for any of them. */
static bool read_any(struct engine *engine, const struct attribute *attribute, const struct filter_operator *comparison,
                     struct json_object *list, struct condition **condition)
{
	struct condition **end;
	*condition = where_condition(engine, CONDITION_OR);
	end = &(*condition)->children;
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (!compare(engine, attribute, comparison->comparison, comparison->cast, item, end))
			return false;
		end = &(*end)->next;
	}
	return true;
}

static bool read_operator(struct engine *engine, const struct attribute *attribute,
                          const struct filter_operator *comparison, struct json_object *value,
                          struct condition **condition)
{
	enum query_operator which = comparison->comparison;
	bool list = json_object_is_type(value, json_type_array);
	if (list && which != QUERY_IN && which != QUERY_NOT_IN && which != QUERY_BETWEEN)
		return read_any(engine, attribute, comparison, value, condition);
	if (which == QUERY_BETWEEN && (!list || json_object_array_length(value) != 2))
		return engine_fail(engine, "You must specify 2 values for the whereBetween clause");
	if (which != QUERY_NULL && which != QUERY_NOT_NULL)
		return compare(engine, attribute, which, comparison->cast, value, condition);
	bool null = engine_is_truthy(value) == (which == QUERY_NULL);
	*condition = where_condition(engine, CONDITION_COMPARE);
	(*condition)->attribute = attribute;
	(*condition)->comparison = null ? QUERY_NULL : QUERY_NOT_NULL;
	return where_count(engine);
}

/* Of a list: that any of its items does not hold. */
static bool read_not(struct engine *engine, const struct attribute *attribute, struct json_object *value,
                     struct condition **condition)
{
	bool list = json_object_is_type(value, json_type_array);
	size_t count = list ? json_object_array_length(value) : 1;
	*condition = where_condition(engine, CONDITION_OR);
	struct condition **end = &(*condition)->children;
	for (size_t i = 0; i < count; i++) {
		struct condition *negation = where_condition(engine, CONDITION_NOT);
		struct json_object *item = list ? json_object_array_get_idx(value, i) : value;
		if (!where_attribute(engine, attribute, item, &negation->children))
			return false;
		*end = negation;
		end = &negation->next;
	}
	return true;
}

bool where_attribute(struct engine *engine, const struct attribute *attribute, struct json_object *where,
                     struct condition **condition)
{
	if (!engine_is_record(where))
		return compare(engine, attribute, json_object_is_type(where, json_type_array) ? QUERY_IN : QUERY_EQ,
		               true, where, condition);
	*condition = where_condition(engine, CONDITION_AND);
	struct condition **end = &(*condition)->children;
	json_object_object_foreach(where, key, value)
	{
		const struct filter_operator *comparison = filter_operator_find(slice_of(key));
		bool negation = strcmp(key, "$not") == 0;
		if (!comparison && !negation)
			return engine_fail(engine, "Undefined attribute level operator %.100s", key);
		if (negation ? !read_not(engine, attribute, value, end)
		             : !read_operator(engine, attribute, comparison, value, end))
			return false;
		end = &(*end)->next;
	}
	return true;
}
