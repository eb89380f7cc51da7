/* The check of filters: the same visit for every rule. */
#include "filters_check.h"
#include "filter_operators.h"
#include "visit.h"

static bool is_operator(struct slice key)
{
	return filter_is_group(key) || slice_is(key, "$not") || filter_operator_find(key);
}

enum {
	TURNS_OF_NULL = 1,
	TURNS_OF_KEY = 15,
	TURNS_TO_OPERATOR = 7, /* after which the value of a key is visited */
	TURNS_TO_RELATION = 10,
	TURNS_TO_COMPONENT = 13,
	TURNS_TO_MEDIA = 16,
};

static bool visit_value(struct visit *visit, const struct content_type *type, const struct param *param);

static unsigned turns_to_inner(const struct attribute *attribute)
{
	if (!attribute)
		return TURNS_TO_OPERATOR;
	return attribute->type == ATTRIBUTE_RELATION    ? TURNS_TO_RELATION
	       : attribute->type == ATTRIBUTE_COMPONENT ? TURNS_TO_COMPONENT
	                                                : TURNS_TO_MEDIA;
}

static bool visit_member(struct visit *visit, const struct content_type *type, const struct param *member)
{
	const bool is_id = slice_is(member->key, "id");
	const struct attribute *attribute = reader_attribute(type, member->key);
	if (!is_operator(member->key) && !is_id &&
	    !reader_check_attribute(visit->reader, visit->rule, type, member->key, attribute))
		return false;
	if (is_id)
		attribute = NULL;
	if (visit->rule == RULE_RIGHTS && attribute && attribute->type == ATTRIBUTE_RELATION)
		visit->turns += VISIT_TURNS_OF_RIGHT;
	if (member->kind == PARAM_NULL) {
		visit->turns += TURNS_OF_NULL;
		return true;
	}
	const unsigned start = visit->turns;
	if (attribute && (attribute_is_scalar(attribute) || !reader_target(attribute))) {
		visit->turns += TURNS_OF_KEY;
		return true;
	}
	visit->turns = start + turns_to_inner(attribute);
	if (!visit_value(visit, attribute ? attribute->target : type, member))
		return false;
	visit->turns += TURNS_OF_KEY + VISIT_TURNS_OF_INNER - turns_to_inner(attribute);
	return true;
}

static bool visit_list(struct visit *visit, const struct content_type *type, const struct param *list)
{
	struct visit_members members;
	visit_members_begin(&members, visit);
	for (const struct param *at = list->first; at; at = at->next)
		visit_members_add(&members, visit_value(visit, type, at));
	return visit_members_end(&members);
}

static bool visit_value(struct visit *visit, const struct content_type *type, const struct param *param)
{
	if (param->kind == PARAM_LIST)
		return visit_list(visit, type, param);
	if (param->kind == PARAM_OBJECT)
		for (const struct param *at = param->first; at; at = at->next)
			if (!visit_member(visit, type, at))
				return false;
	return true;
}

static bool check_rule(struct reader *reader, enum rule rule, const struct content_type *type,
                       const struct param *param)
{
	struct visit visit = {.reader = reader, .rule = rule};
	return visit_value(&visit, type, param);
}

bool filters_check(struct reader *reader, const struct content_type *type, const struct param *param, bool rights)
{
	static const enum rule rules[] = {RULE_KNOWN, RULE_DYNAMIC_ZONE, RULE_MORPH, RULE_PASSWORD, RULE_PRIVATE};
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if (!check_rule(reader, rules[i], type, param))
			return false;
	return !rights || check_rule(reader, RULE_RIGHTS, type, param);
}
