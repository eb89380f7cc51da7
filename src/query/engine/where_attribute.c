#include "where_attribute.h"
#include "query/filter_operators.h"

#include <math.h>

#define MOST_LEVELS 64 /* of lists in a value */

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

static bool fail_unbound(const struct engine *engine)
{
	return engine_fail(engine, "SQLite3 can only bind numbers, strings, bigints, buffers, and null");
}

static const struct slice undefined = {"undefined", 9};

bool where_is_undefined(const struct value *value)
{
	return value->kind == VALUE_NULL && value->text.ptr == undefined.ptr;
}

/* A Date that is none, which Strapi casts for columns of no other type. It is bound as NaN, which no entry equals or
 * differs from. */
static bool is_unequal_to_all(const struct attribute *attribute, struct json_object *json)
{
	if (!engine_is_tag(json, "date") || json_string(json_member(json, "value")).len)
		return false;
	switch (attribute->type) {
	case ATTRIBUTE_INTEGER:
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
	case ATTRIBUTE_BOOLEAN:
	case ATTRIBUTE_DATE:
	case ATTRIBUTE_TIME:
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		return false;
	default:
		return true;
	}
}

static bool cast(struct engine *engine, const struct attribute *attribute, enum query_operator comparison, bool casts,
                 struct json_object *json, struct value *value)
{
	bool list = comparison == QUERY_IN || comparison == QUERY_NOT_IN;
	if (!casts) {
		if (engine_is_tag(json, "date"))
			return engine_fail(engine, "A Date can't be compared with %s here: it has no text",
			                   attribute->name);
		*value = json ? value_text(engine_text(engine, json)) : (struct value){.kind = VALUE_NULL};
		return true;
	}
	if (is_unequal_to_all(attribute, json)) {
		*value = (struct value){.kind = VALUE_NUMBER, .number = NAN};
		return true;
	}
	if (attribute->type == ATTRIBUTE_ID && engine_is_tag(json, "undefined")) {
		engine->undefined = true;
		*value = (struct value){.kind = VALUE_NULL, .text = undefined};
		return true;
	}
	if (attribute->type == ATTRIBUTE_ID && json_object_is_type(json, json_type_array))
		return fail_unbound(engine);
	if (!engine_is_record(json))
		return engine_cast(engine, attribute, json, value);
	/* In a list an object equals nothing. */
	*value = value_text(engine_text(engine, json));
	return list || fail_unbound(engine);
}

static bool compare(struct engine *engine, const struct attribute *attribute, enum query_operator comparison,
                    bool casts, struct json_object *json, struct condition **condition)
{
	bool list = json_object_is_type(json, json_type_array) &&
	            (comparison == QUERY_IN || comparison == QUERY_NOT_IN || comparison == QUERY_BETWEEN);
	size_t count = list ? json_object_array_length(json) : 1;
	struct value *values = arena_array(engine->arena, count, sizeof *values);
	if (!where_count(engine))
		return false;
	for (size_t i = 0; i < count; i++)
		if (!cast(engine, attribute, comparison, casts, list ? json_object_array_get_idx(json, i) : json,
		          &values[i]))
			return false;
	*condition = where_condition(engine, CONDITION_COMPARE);
	(*condition)->attribute = attribute;
	(*condition)->comparison = comparison;
	(*condition)->values = values;
	(*condition)->value_count = count;
	return true;
}

/* A list of lists of one id each is a list of ids. */
static struct json_object *flat_ids(struct engine *engine, struct json_object *list)
{
	struct json_object *flat = json_keep(engine->arena, json_object_new_array());
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		if (!json_object_is_type(item, json_type_array) || json_object_array_length(item) != 1)
			return list;
		json_object_array_add(flat, json_object_get(json_object_array_get_idx(item, 0)));
	}
	return flat;
}

/* Whether all objects in a value have operators only, as in Strapi, even where such an object has no meaning. */
static bool check_operators(struct engine *engine, struct json_object *value, unsigned depth)
{
	if (depth > MOST_LEVELS)
		return engine_fail(engine, "The where parameter is too deep");
	if (json_object_is_type(value, json_type_array)) {
		for (size_t i = 0; i < json_object_array_length(value); i++) {
			struct json_object *item = json_object_array_get_idx(value, i);
			if (engine_is_record(item) && !check_operators(engine, item, depth + 1))
				return false;
		}
		return true;
	}
	if (!engine_is_record(value))
		return true;
	json_object_object_foreach(value, key, inner)
	{
		if (!filter_operator_find(slice_of(key)) && strcmp(key, "$not") != 0)
			return engine_fail(engine, "Undefined attribute level operator %.100s", key);
		if (!check_operators(engine, inner, depth + 1))
			return false;
	}
	return true;
}

static bool read_operator(struct engine *engine, const struct attribute *attribute,
                          const struct filter_operator *comparison, struct json_object *value, unsigned depth,
                          struct condition **condition);

/* A list where one value belongs: the operator holds for any of them. Lists in it that are cast are one value. */
static bool read_any(struct engine *engine, const struct attribute *attribute, const struct filter_operator *comparison,
                     struct json_object *list, unsigned depth, struct condition **condition)
{
	struct condition **end;
	*condition = where_condition(engine, CONDITION_OR);
	end = &(*condition)->children;
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *item = json_object_array_get_idx(list, i);
		bool one = comparison->cast && attribute->type != ATTRIBUTE_ID;
		if (one ? !compare(engine, attribute, comparison->comparison, true, item, end)
		        : !read_operator(engine, attribute, comparison, item, depth + 1, end))
			return false;
		end = &(*end)->next;
	}
	return true;
}

static bool read_operator(struct engine *engine, const struct attribute *attribute,
                          const struct filter_operator *comparison, struct json_object *value, unsigned depth,
                          struct condition **condition)
{
	enum query_operator which = comparison->comparison;
	bool list = json_object_is_type(value, json_type_array);
	if (depth > MOST_LEVELS)
		return engine_fail(engine, "The where parameter is too deep");
	if (which == QUERY_IN || which == QUERY_NOT_IN)
		return compare(engine, attribute, which, comparison->cast,
		               list && attribute->type == ATTRIBUTE_ID ? flat_ids(engine, value) : value, condition);
	if (list && which != QUERY_BETWEEN)
		return read_any(engine, attribute, comparison, value, depth, condition);
	if (which == QUERY_BETWEEN && !list)
		return engine_fail(engine, "The second argument to whereBetween must be an array.");
	if (which == QUERY_BETWEEN && json_object_array_length(value) != 2)
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
		if (json_object_is_type(item, json_type_array))
			return engine_fail(engine, "A list in the list of $not can't be read");
		if (!where_attribute(engine, attribute, item, &negation->children))
			return false;
		*end = negation;
		end = &negation->next;
	}
	return true;
}

bool where_value(struct engine *engine, const struct attribute *attribute, struct json_object *value,
                 struct condition **condition)
{
	bool list = json_object_is_type(value, json_type_array);
	return read_operator(engine, attribute, filter_operator_find(list ? SLICE("$in") : SLICE("$eq")), value, 0,
	                     condition);
}

bool where_attribute(struct engine *engine, const struct attribute *attribute, struct json_object *where,
                     struct condition **condition)
{
	if (!engine_is_record(where))
		return check_operators(engine, where, 0) && where_value(engine, attribute, where, condition);
	*condition = where_condition(engine, CONDITION_AND);
	struct condition **end = &(*condition)->children;
	json_object_object_foreach(where, key, value)
	{
		const struct filter_operator *comparison = filter_operator_find(slice_of(key));
		bool negation = strcmp(key, "$not") == 0;
		if (!comparison && !negation)
			return engine_fail(engine, "Undefined attribute level operator %.100s", key);
		if (negation ? !read_not(engine, attribute, value, end)
		             : !check_operators(engine, value, 0) ||
		                   !read_operator(engine, attribute, comparison, value, 0, end))
			return false;
		end = &(*end)->next;
	}
	return true;
}
