/* The check of filters: the same visit for every rule. */
#include "filters_check.h"
#include "filter_operators.h"

static bool is_operator(struct slice key)
{
	return filter_is_group(key) || slice_is(key, "$not") || filter_operator_find(key);
}

static bool check_rule(struct reader *reader, enum rule rule, const struct content_type *type,
                       const struct param *param)
{
	if (!param_is_container(param))
		return true;
	for (const struct param *at = param->first; at; at = at->next) {
		const struct content_type *inner = type;
		const struct attribute *attribute = NULL;
		if (param->kind == PARAM_OBJECT) {
			attribute = reader_attribute(type, at->key);
			bool known = is_operator(at->key) || slice_is(at->key, "id");
			if (!known && !reader_check_attribute(reader, rule, type, at->key, attribute))
				return false;
			if (slice_is(at->key, "id"))
				attribute = NULL;
		}
		if (attribute) {
			if (attribute_is_scalar(attribute) || !reader_target(attribute))
				continue;
			inner = attribute->target;
		}
		if (!check_rule(reader, rule, inner, at))
			return false;
	}
	return true;
}

bool filters_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights)
{
	static const enum rule rules[] = {RULE_KNOWN, RULE_DYNAMIC_ZONE, RULE_MORPH, RULE_PASSWORD, RULE_PRIVATE};
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (!check_rule(reader, rules[i], type, param))
			return false;
	return !rights || check_rule(reader, RULE_RIGHTS, type, param);
}
