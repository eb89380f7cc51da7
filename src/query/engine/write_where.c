/* The filters of a query as the parameter `where`: as they were sent, or as they were read. */
#include "engine.h"
#include "query/filter_operators.h"
#include "query/values.h"

static struct json_object *write_value(const struct value *value)
{
	char text[DATETIME_ISO_SIZE];
	switch (value->kind) {
	case VALUE_TEXT:
		return engine_new_text(value->text);
	case VALUE_INTEGER:
		return json_object_new_int64(value->integer);
	case VALUE_NUMBER:
		return json_object_new_double(value->number);
	case VALUE_BOOLEAN:
		return json_object_new_boolean(value->integer != 0);
	case VALUE_DATETIME:
		datetime_format_iso(value->integer, text);
		return json_object_new_string(text);
	case VALUE_NULL:
		break;
	}
	return NULL;
}

static struct json_object *write_values(const struct condition *condition)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; i < condition->value_count; i++)
		json_object_array_add(list, write_value(&condition->values[i]));
	return list;
}

static struct json_object *write_comparison(const struct condition *condition)
{
	struct json_object *comparison = json_object_new_object(), *value = NULL;
	enum query_operator operation = condition->comparison;
	if (operation == QUERY_NULL || operation == QUERY_NOT_NULL) {
		value = json_object_new_boolean(true);
	} else if (operation == QUERY_IN || operation == QUERY_NOT_IN || operation == QUERY_BETWEEN) {
		value = write_values(condition);
	} else {
		value = write_value(&condition->values[0]);
	}
	json_object_object_add(comparison, filter_operator_name(operation), value);
	return comparison;
}

static struct json_object *write_all(const struct condition *children);

static struct json_object *write_list(const struct condition *children)
{
	struct json_object *list = json_object_new_array();
	for (const struct condition *at = children; at; at = at->next) {
		struct condition alone = *at;
		alone.next = NULL;
		json_object_array_add(list, write_all(&alone));
	}
	return list;
}

/* The key of a condition in an object of conditions that all hold. */
static const char *key_of(const struct condition *condition)
{
	switch (condition->kind) {
	case CONDITION_AND:
		return "$and";
	case CONDITION_OR:
		return "$or";
	case CONDITION_NOT:
		return "$not";
	default:
		return condition->attribute->name;
	}
}

static struct json_object *write_one(const struct condition *condition)
{
	switch (condition->kind) {
	case CONDITION_AND:
	case CONDITION_OR:
		return write_list(condition->children);
	case CONDITION_COMPARE:
		return write_comparison(condition);
	default:
		return write_all(condition->children);
	}
}

/* An object of all conditions; where a key would stand twice, their list. */
static struct json_object *write_all(const struct condition *children)
{
	struct json_object *where = json_object_new_object();
	/* Groups in groups say no more than what is in them. */
	if (children && !children->next && children->kind == CONDITION_AND) {
		json_object_put(where);
		return write_all(children->children);
	}
	for (const struct condition *at = children; at; at = at->next) {
		if (json_object_object_get_ex(where, key_of(at), NULL)) {
			json_object_put(where);
			where = json_object_new_object();
			json_object_object_add(where, "$and", write_list(children));
			return where;
		}
		json_object_object_add(where, key_of(at), write_one(at));
	}
	return where;
}

/* ---- filters as they were sent ---- */

static bool is_null_operator(struct slice key)
{
	return slice_is(key, "$null") || slice_is(key, "$notNull");
}

static struct json_object *write_sent(const struct param *param)
{
	struct json_object *made;
	switch (param->kind) {
	case PARAM_NULL:
		return NULL;
	case PARAM_TEXT:
		if (is_null_operator(param->key))
			return json_object_new_boolean(value_is_true(param));
		return param->is_json || param->is_bare ? json_parse_stored(param->text) : engine_new_text(param->text);
	case PARAM_LIST:
		made = json_object_new_array();
		for (const struct param *at = param->first; at; at = at->next)
			json_object_array_add(made, write_sent(at));
		return made;
	case PARAM_OBJECT:
		break;
	}
	made = json_object_new_object();
	for (const struct param *at = param->first; at; at = at->next)
		json_add(made, at->key, write_sent(at));
	return made;
}

/* {"locale": "en"}, or a list of which one has to hold. */
static struct json_object *write_locale(const struct condition *condition)
{
	struct json_object *made = json_object_new_object(), *value;
	value = condition->comparison == QUERY_IN ? write_values(condition) : write_value(&condition->values[0]);
	json_object_object_add(made, condition->attribute->name, value);
	return made;
}

/* Whether the filter is what was sent, with a language or without, and nothing besides. */
static bool is_as_sent(const struct query *query)
{
	const struct condition *filter = query->filter, *of_locale = query->of_locale;
	if (!of_locale)
		return query->sent && filter == query->sent;
	return filter == of_locale || (query->sent && filter->kind == CONDITION_AND && filter->children == of_locale &&
	                               of_locale->next == query->sent && !query->sent->next);
}

struct json_object *engine_write_where(const struct query *query)
{
	struct json_object *where, *list;
	if (!is_as_sent(query))
		return write_all(query->filter);
	if (!query->of_locale)
		return write_sent(query->sent_filters);
	where = json_object_new_object();
	list = json_object_new_array();
	json_object_array_add(list, write_locale(query->of_locale));
	if (query->filter != query->of_locale)
		json_object_array_add(list, write_sent(query->sent_filters));
	json_object_object_add(where, "$and", list);
	return where;
}
