#include "weigh.h"

enum { TEXT_UNIT = 16 };

static bool take(size_t *left, struct slice text)
{
	const size_t weight = 1 + text.len / TEXT_UNIT;
	if (weight > *left)
		return false;
	*left -= weight;
	return true;
}

/* Goes as deep as the value, which is no deeper than GRAPHQL_DEEPEST_VALUE. */
static bool weigh_value(const struct graphql_value *value, size_t *left)
{
	const bool is_text = value->kind == GRAPHQL_VALUE_STRING;
	if (!take(left, is_text ? value->text : (struct slice){NULL, 0}))
		return false;
	if (value->kind != GRAPHQL_VALUE_LIST && value->kind != GRAPHQL_VALUE_OBJECT)
		return true;
	for (size_t i = 0; i < value->count; i++)
		if ((value->names && !take(left, value->names[i])) || !weigh_value(&value->items[i], left))
			return false;
	return true;
}

/* Goes as deep as the literal, whose depth the parser bounds. */
static bool weigh_literal(const struct graphql_node *node, const struct map *variables, size_t *left)
{
	const struct graphql_value *value = node->kind == GRAPHQL_NODE_VARIABLE ? map_get(variables, node->text) : NULL;
	if (value)
		return weigh_value(value, left);
	if (!take(left, node->text))
		return false;
	for (size_t i = 0; i < node->count; i++)
		if ((node->names && !take(left, node->names[i].text)) ||
		    !weigh_literal(&node->items[i], variables, left))
			return false;
	return true;
}

bool graphql_weigh_arguments(const struct graphql_argument_node *arguments, size_t count, const struct map *variables,
                             size_t *left)
{
	for (size_t i = 0; i < count; i++)
		if (!weigh_literal(&arguments[i].value, variables, left))
			return false;
	return true;
}

bool graphql_weigh_value(const struct graphql_value *value, size_t times, size_t *left)
{
	while (times && weigh_value(value, left))
		times--;
	return !times;
}

bool graphql_weigh_literal(const struct graphql_node *literal, size_t times, size_t *left)
{
	static const struct map none;
	while (times && weigh_literal(literal, &none, left))
		times--;
	return !times;
}
