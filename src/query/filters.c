/* The reading of filters, which were checked before. */
#include "filters.h"
#include "filter_operators.h"
#include "values.h"

static struct condition *new_condition(struct reader *reader, enum condition_kind kind)
{
	struct condition *condition = arena_alloc(reader->arena, sizeof *condition);
	condition->kind = kind;
	return condition;
}

static void append(struct condition *parent, struct condition *child)
{
	struct condition **tail = &parent->children;
	while (*tail)
		tail = &(*tail)->next;
	*tail = child;
}

static bool expected(struct reader *reader, const struct param *param, const char *expectation)
{
	return error_validation(reader->error, "Invalid filter at %.*s. Expected %s",
	                        slice_shown_length(param->key, 100), param->key.ptr, expectation);
}

static bool read_value(struct reader *reader, const struct attribute *attribute,
                       const struct filter_operator *comparison, const struct param *param, struct value *value)
{
	if (param_is_container(param))
		return expected(reader, param, "a value, not an object");
	if (param->kind == PARAM_NULL) {
		*value = (struct value){.kind = VALUE_NULL};
		return true;
	}
	if (comparison->cast && !param->is_json)
		return value_cast(reader, attribute, param->text, value);
	*value = value_text(param->text);
	return true;
}

static bool read_values(struct reader *reader, const struct attribute *attribute,
                        const struct filter_operator *comparison, const struct param *param,
                        struct condition *condition)
{
	size_t count = param->kind == PARAM_LIST ? param->count : 1;
	struct value *values = arena_array(reader->arena, count, sizeof *values);
	const struct param *at = param->kind == PARAM_LIST ? param->first : param;
	for (size_t i = 0; i < count; i++, at = at->next)
		if (!read_value(reader, attribute, comparison, at, &values[i]))
			return false;
	condition->values = values;
	condition->value_count = count;
	return true;
}

static struct condition *new_comparison(struct reader *reader, const struct attribute *attribute,
                                        enum query_operator comparison)
{
	struct condition *condition = new_condition(reader, CONDITION_COMPARE);
	condition->attribute = attribute;
	condition->comparison = comparison;
	return condition;
}

/* An operator with a list that takes single values holds when it holds for any of them. */
static bool read_any(struct reader *reader, const struct attribute *attribute, const struct filter_operator *comparison,
                     const struct param *param, struct condition **condition)
{
	*condition = new_condition(reader, CONDITION_OR);
	for (const struct param *at = param->first; at; at = at->next) {
		struct condition *one = new_comparison(reader, attribute, comparison->comparison);
		if (!read_values(reader, attribute, comparison, at, one))
			return false;
		append(*condition, one);
	}
	return true;
}

static bool read_operator(struct reader *reader, const struct attribute *attribute,
                          const struct filter_operator *comparison, const struct param *param,
                          struct condition **condition)
{
	switch (comparison->comparison) {
	case QUERY_NULL:
	case QUERY_NOT_NULL: {
		bool null = value_is_true(param) == (comparison->comparison == QUERY_NULL);
		*condition = new_comparison(reader, attribute, null ? QUERY_NULL : QUERY_NOT_NULL);
		return true;
	}
	case QUERY_BETWEEN:
		if (param->kind != PARAM_LIST || param->count != 2)
			return expected(reader, param, "a list of two values");
		break;
	case QUERY_IN:
	case QUERY_NOT_IN:
		break;
	default:
		if (param->kind == PARAM_LIST)
			return read_any(reader, attribute, comparison, param, condition);
		break;
	}
	*condition = new_comparison(reader, attribute, comparison->comparison);
	return read_values(reader, attribute, comparison, param, *condition);
}

static bool read_scalar(struct reader *reader, const struct attribute *attribute, const struct param *param,
                        struct condition **condition);

/* $not of a list holds when the negation of any of its items does. */
static bool read_not(struct reader *reader, const struct attribute *attribute, const struct param *param,
                     struct condition **condition)
{
	const bool list = param->kind == PARAM_LIST;
	*condition = new_condition(reader, CONDITION_OR);
	for (const struct param *at = list ? param->first : param; at; at = list ? at->next : NULL) {
		struct condition *inner, *negation = new_condition(reader, CONDITION_NOT);
		if (!read_scalar(reader, attribute, at, &inner))
			return false;
		append(negation, inner);
		append(*condition, negation);
	}
	return true;
}

/* What may stand behind a scalar: a value, a list of values (any of them), or operators. */
static bool read_scalar(struct reader *reader, const struct attribute *attribute, const struct param *param,
                        struct condition **condition)
{
	if (param->kind != PARAM_OBJECT) {
		*condition = new_comparison(reader, attribute, param->kind == PARAM_LIST ? QUERY_IN : QUERY_EQ);
		return read_values(reader, attribute, filter_operator_find(SLICE("$eq")), param, *condition);
	}
	*condition = new_condition(reader, CONDITION_AND);
	for (const struct param *at = param->first; at; at = at->next) {
		const struct filter_operator *comparison = filter_operator_find(at->key);
		struct condition *inner = NULL;
		if (slice_is(at->key, "$not")) {
			if (!read_not(reader, attribute, at, &inner))
				return false;
		} else if (!comparison) {
			return error_validation(reader->error,
			                        "Invalid parameter %.*s. Expected an operator such as $eq for %s",
			                        slice_shown_length(at->key, 100), at->key.ptr, attribute->name);
		} else if (!read_operator(reader, attribute, comparison, at, &inner)) {
			return false;
		}
		append(*condition, inner);
	}
	return true;
}

static bool read_object(struct reader *reader, const struct content_type *type, const struct param *param,
                        struct condition *parent);
static bool read_all(struct reader *reader, const struct content_type *type, const struct param *param,
                     struct condition *parent);
static bool read_attribute(struct reader *reader, const struct content_type *type, const struct param *param,
                           struct condition *parent);

static bool read_group(struct reader *reader, const struct content_type *type, const struct param *param,
                       struct condition *parent)
{
	struct condition *group = new_condition(reader, slice_is(param->key, "$or") ? CONDITION_OR : CONDITION_AND);
	struct condition **tail = &group->children;
	if (param->kind != PARAM_LIST)
		return expected(reader, param, "a list of filters");
	for (const struct param *at = param->first; at; at = at->next) {
		struct condition *all = new_condition(reader, CONDITION_AND);
		if (at->kind != PARAM_OBJECT)
			return expected(reader, param, "a list of filters, each an object");
		if (!read_object(reader, type, at, all))
			return false;
		*tail = all;
		tail = &all->next;
	}
	append(parent, group);
	return true;
}

/* Behind a relation: an id or a list of ids, or an object: operators hold of the id, all else of the entries of the
 * other side. */
static bool read_related(struct reader *reader, const struct content_type *target, const struct param *param,
                         struct condition *parent)
{
	const struct attribute *id = &target->id;
	struct condition *condition = NULL;
	if (param->kind != PARAM_OBJECT) {
		if (!read_scalar(reader, id, param, &condition))
			return false;
		append(parent, condition);
		return true;
	}
	for (const struct param *at = param->first; at; at = at->next) {
		const struct filter_operator *comparison = filter_operator_find(at->key);
		if (slice_is(at->key, "$not")) {
			condition = new_condition(reader, CONDITION_NOT);
			if (!read_related(reader, target, at, condition))
				return false;
			append(parent, condition);
		} else if (comparison) {
			if (!read_operator(reader, id, comparison, at, &condition))
				return false;
			append(parent, condition);
		} else if (filter_is_group(at->key) ? !read_group(reader, target, at, parent)
		                                    : !read_attribute(reader, target, at, parent)) {
			return false;
		}
	}
	return true;
}

static bool read_attribute(struct reader *reader, const struct content_type *type, const struct param *param,
                           struct condition *parent)
{
	const struct attribute *attribute = model_attribute(type, param->key);
	struct condition *condition = NULL;
	if (!attribute)
		return reader_refuse(reader, param->key);
	if (attribute_is_scalar(attribute)) {
		if (!read_scalar(reader, attribute, param, &condition))
			return false;
	} else {
		condition = new_condition(reader, CONDITION_RELATED);
		condition->attribute = attribute;
		if (!read_related(reader, attribute->target, param, condition))
			return false;
	}
	append(parent, condition);
	return true;
}

static bool read_object(struct reader *reader, const struct content_type *type, const struct param *param,
                        struct condition *parent)
{
	for (const struct param *at = param->first; at; at = at->next) {
		if (filter_is_group(at->key)) {
			if (!read_group(reader, type, at, parent))
				return false;
		} else if (slice_is(at->key, "$not")) {
			struct condition *negation = new_condition(reader, CONDITION_NOT);
			if (!read_all(reader, type, at, negation))
				return false;
			append(parent, negation);
		} else if (filter_operator_find(at->key)) {
			return error_validation(reader->error,
			                        "Invalid filter at %.*s. Expected $and, $or, $not or a field here",
			                        (int)at->key.len, at->key.ptr);
		} else if (!read_attribute(reader, type, at, parent)) {
			return false;
		}
	}
	return true;
}

/* An object of filters, or a list of them that all hold. */
static bool read_all(struct reader *reader, const struct content_type *type, const struct param *param,
                     struct condition *parent)
{
	if (param->kind == PARAM_OBJECT)
		return read_object(reader, type, param, parent);
	if (param->kind != PARAM_LIST)
		return expected(reader, param, "an object of fields and operators");
	for (const struct param *at = param->first; at; at = at->next) {
		if (at->kind != PARAM_OBJECT)
			return expected(reader, param, "a list of objects");
		if (!read_object(reader, type, at, parent))
			return false;
	}
	return true;
}

static size_t count_params(const struct param *param)
{
	size_t count = 1;
	for (const struct param *at = param->first; at; at = at->next)
		count += count_params(at);
	return count;
}

bool filters_read(struct reader *reader, const struct content_type *type, const struct param *param,
                  struct condition **condition)
{
	reader->filters += count_params(param);
	if (reader->filters > QUERY_MOST_FILTERS)
		return error_validation(
		    reader->error, "The filters of the populate ask for too much: they are read for each type anew");
	*condition = new_condition(reader, CONDITION_AND);
	return read_all(reader, type, param, *condition);
}
