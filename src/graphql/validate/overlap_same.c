/* The same arguments, types that fit. */
#include <stdlib.h>

#include "overlap_same.h"

struct object_item {
	struct slice name;
	const struct graphql_node *value;
	size_t index;
};

static int compare_items(const void *a, const void *b)
{
	const struct object_item *first = a, *second = b;
	int order = suggest_compare(first->name, second->name);

	return order ? order : first->index < second->index ? -1 : first->index > second->index;
}

static struct object_item *sort_object(struct validator *validator, const struct graphql_node *node)
{
	struct object_item *items = arena_array(validator->arena, node->count, sizeof *items);

	for (size_t i = 0; i < node->count; i++)
		items[i] = (struct object_item){node->names[i].text, &node->items[i], i};
	qsort(items, node->count, sizeof *items, compare_items);
	return items;
}

static bool same_value(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b);

static bool same_object(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b)
{
	bool ordered = true;

	for (size_t i = 0; i < a->count && ordered; i++)
		ordered = slice_equals(a->names[i].text, b->names[i].text);
	if (!ordered && !validator_work(validator, a->count * 4))
		return true;
	struct object_item *first = ordered ? NULL : sort_object(validator, a);
	struct object_item *second = ordered ? NULL : sort_object(validator, b);
	for (size_t i = 0; i < a->count; i++) {
		if (ordered ? !same_value(validator, &a->items[i], &b->items[i])
		            : !slice_equals(first[i].name, second[i].name) ||
		                  !same_value(validator, first[i].value, second[i].value))
			return false;
	}
	return true;
}

static bool same_value(struct validator *validator, const struct graphql_node *a, const struct graphql_node *b)
{
	if (a->kind != b->kind || a->count != b->count || a->block != b->block || !slice_equals(a->text, b->text))
		return false;
	if (!validator_work(validator, 1 + a->text.len / 64))
		return true;
	if (a->kind == GRAPHQL_NODE_OBJECT)
		return same_object(validator, a, b);
	for (size_t i = 0; i < a->count; i++)
		if (!same_value(validator, &a->items[i], &b->items[i]))
			return false;
	return true;
}

/* The last argument of that name. */
static const struct graphql_node *find_argument(const struct graphql_selection *node, struct slice name)
{
	for (size_t i = node->argument_count; i > 0; i--)
		if (slice_equals(node->arguments[i - 1].name.text, name))
			return &node->arguments[i - 1].value;
	return NULL;
}

bool overlap_same_arguments(struct validator *validator, const struct graphql_selection *a,
                            const struct graphql_selection *b)
{
	if (a->argument_count != b->argument_count)
		return false;
	for (size_t i = 0; i < a->argument_count; i++) {
		const struct graphql_argument_node *argument = &a->arguments[i];
		if (!validator_work(validator, a->argument_count))
			return true;
		const struct graphql_node *other =
		    slice_equals(b->arguments[i].name.text, argument->name.text) && a->argument_count == 1
			? &b->arguments[i].value
			: find_argument(b, argument->name.text);
		if (!other || !same_value(validator, &argument->value, other))
			return false;
	}
	return true;
}

bool overlap_types_conflict(const struct graphql_reference *a, const struct graphql_reference *b)
{
	for (; a->wrap == b->wrap; a = a->of, b = b->of)
		if (a->wrap == GRAPHQL_NAMED)
			return (graphql_is_leaf(a->type) || graphql_is_leaf(b->type)) && a->type != b->type;
	return true;
}
