#include "params_tree.h"

static size_t longest = PARAMS_ARRAY_LIMIT;

void params_tree_set_longest(size_t most)
{
	longest = most;
}

size_t params_tree_longest(void)
{
	return longest;
}

static struct node *child_of(struct node *node)
{
	return (struct node *)node->param.first;
}

static struct node *next_of(struct node *node)
{
	return (struct node *)node->param.next;
}

static bool is_container(const struct node *node)
{
	return node->param.kind == PARAM_LIST || node->param.kind == PARAM_OBJECT;
}

/* JavaScript's falsy values among ours: null and the empty string. */
static bool is_falsy(const struct node *node)
{
	return node->param.kind == PARAM_NULL || (node->param.kind == PARAM_TEXT && node->param.text.len == 0);
}

struct node *params_node_new(struct arena *arena, enum param_kind kind)
{
	struct node *node = arena_alloc(arena, sizeof *node);
	node->param.kind = kind;
	return node;
}

bool params_is_index(struct slice key, size_t *index)
{
	int64_t value;
	if (key.len == 0 || key.len > 10 || (key.ptr[0] == '0' && key.len > 1) || key.ptr[0] == '+' ||
	    key.ptr[0] == '-')
		return false;
	if (!slice_to_int64(key, &value))
		return false;
	*index = (size_t)value;
	return true;
}

static void link_after(struct node *parent, struct node *before, struct node *item)
{
	if (before) {
		item->param.next = before->param.next;
		before->param.next = &item->param;
	} else {
		item->param.next = parent->param.first;
		parent->param.first = &item->param;
	}
	parent->param.count++;
}

void params_list_set(struct node *list, size_t index, struct node *item)
{
	struct node *before = NULL;
	item->index = index;
	if (list->last && list->last->index < index)
		before = list->last;
	else
		for (struct node *at = child_of(list); at && at->index < index; at = next_of(at))
			before = at;
	link_after(list, before, item);
	if (!item->param.next)
		list->last = item;
}

size_t params_list_length(struct node *list)
{
	return list->last ? list->last->index + 1 : 0;
}

static struct node *list_item(struct node *list, size_t index)
{
	if (!list->last || list->last->index < index)
		return NULL;
	for (struct node *at = child_of(list); at; at = next_of(at))
		if (at->index == index)
			return at;
	return NULL;
}

static struct node *object_item(struct node *object, struct slice key)
{
	for (struct node *at = child_of(object); at; at = next_of(at))
		if (slice_equals(at->param.key, key))
			return at;
	return NULL;
}

void params_object_set(struct node *object, struct slice key, struct node *item)
{
	size_t index, other;
	bool numeric = params_is_index(key, &index);
	struct node *before = NULL;
	for (struct node *at = child_of(object); at; at = next_of(at)) {
		if (numeric && !(params_is_index(at->param.key, &other) && other < index))
			break;
		before = at;
	}
	item->param.key = key;
	link_after(object, before, item);
}

/* Puts `item` where `old` stands among the children of `parent`. */
static void replace(struct node *parent, struct node *old, struct node *item)
{
	struct param **link = &parent->param.first;
	while (*link != &old->param)
		link = &(*link)->next;
	item->param.key = old->param.key;
	item->index = old->index;
	item->param.next = old->param.next;
	*link = &item->param;
	if (parent->last == old)
		parent->last = item;
}

/* A copy without its place among siblings, so that it can be put elsewhere. */
static struct node *detached(struct arena *arena, struct node *node)
{
	struct node *copy = params_node_new(arena, node->param.kind);
	*copy = *node;
	copy->param.next = NULL;
	return copy;
}

static struct slice index_key(struct arena *arena, size_t index)
{
	return slice_of(arena_format(arena, "%zu", index));
}

static struct node *list_to_object(struct arena *arena, struct node *list)
{
	struct node *object = params_node_new(arena, PARAM_OBJECT);
	for (struct node *at = child_of(list); at; at = next_of(at))
		params_object_set(object, index_key(arena, at->index), detached(arena, at));
	return object;
}

struct node *params_list_limit(struct arena *arena, struct node *list)
{
	size_t length = params_list_length(list);
	if (length <= longest)
		return list;
	struct node *object = list_to_object(arena, list);
	object->overflow = true;
	object->highest = length - 1;
	return object;
}

void params_overflow_add(struct arena *arena, struct node *object, struct node *item)
{
	params_object_set(object, index_key(arena, ++object->highest), detached(arena, item));
}

/* [a].params_list_concat(b): a list gives its items, holes and all, anything else itself. */
void params_list_concat(struct arena *arena, struct node *list, struct node *item)
{
	size_t length = params_list_length(list);
	if (item->param.kind == PARAM_LIST) {
		for (struct node *at = child_of(item); at; at = next_of(at))
			params_list_set(list, length + at->index, detached(arena, at));
	} else {
		params_list_set(list, length, detached(arena, item));
	}
}

static struct node *list_of_two(struct arena *arena, struct node *a, struct node *b)
{
	struct node *list = params_node_new(arena, PARAM_LIST);
	params_list_set(list, 0, detached(arena, a));
	params_list_concat(arena, list, b);
	return params_list_limit(arena, list);
}

/* An object that was a list, with a value put before its items. */
static struct node *put_before(struct arena *arena, struct node *value, struct node *object)
{
	struct node *shifted = params_node_new(arena, PARAM_OBJECT);
	size_t index;
	params_object_set(shifted, SLICE("0"), detached(arena, value));
	for (struct node *at = child_of(object); at; at = next_of(at))
		if (params_is_index(at->param.key, &index))
			params_object_set(shifted, index_key(arena, index + 1), detached(arena, at));
	shifted->overflow = true;
	shifted->highest = object->highest + 1;
	return shifted;
}

static struct node *merge_text(struct arena *arena, struct node *target, struct node *text)
{
	if (target->param.kind == PARAM_LIST) {
		params_list_set(target, params_list_length(target), detached(arena, text));
		return params_list_length(target) > longest + 1 ? params_list_limit(arena, target) : target;
	}
	if (target->overflow) {
		params_overflow_add(arena, target, text);
		return target;
	}
	struct node *list = params_node_new(arena, PARAM_LIST);
	params_list_set(list, 0, detached(arena, target));
	params_list_set(list, 1, detached(arena, text));
	return list;
}

static struct node *merge_lists(struct arena *arena, struct node *target, struct node *source)
{
	for (struct node *at = child_of(source); at; at = next_of(at)) {
		struct node *same = list_item(target, at->index);
		if (!same)
			params_list_set(target, at->index, detached(arena, at));
		else if (is_container(same) && is_container(at))
			replace(target, same, detached(arena, params_merge(arena, same, at)));
		else
			params_list_set(target, params_list_length(target), detached(arena, at));
	}
	return target;
}

static struct node *merge_objects(struct arena *arena, struct node *target, struct node *source)
{
	size_t index;
	for (struct node *at = child_of(source); at; at = next_of(at)) {
		struct node *same = object_item(target, at->param.key);
		if (same)
			replace(target, same, detached(arena, params_merge(arena, same, at)));
		else
			params_object_set(target, at->param.key, detached(arena, at));
		if (source->overflow && !target->overflow) {
			target->overflow = true;
			target->highest = source->highest;
		}
		if (target->overflow && params_is_index(at->param.key, &index) && index > target->highest)
			target->highest = index;
	}
	return target;
}

struct node *params_merge(struct arena *arena, struct node *target, struct node *source)
{
	if (is_falsy(source))
		return target;
	if (!is_container(target))
		return source->overflow ? put_before(arena, target, source) : list_of_two(arena, target, source);
	if (source->param.kind == PARAM_TEXT)
		return merge_text(arena, target, source);
	if (target->param.kind == PARAM_LIST && source->param.kind == PARAM_LIST)
		return merge_lists(arena, target, source);
	if (target->param.kind == PARAM_LIST)
		target = list_to_object(arena, target);
	if (source->param.kind == PARAM_LIST)
		source = list_to_object(arena, source);
	return merge_objects(arena, target, source);
}
