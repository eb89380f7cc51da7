#include "params.h"

/* While the tree is built, a list's items carry their index as a number: arrays may have holes until the end. */
struct node {
	struct param param; /* first, so that a finished node is a param */
	size_t index;       /* in a list */
	bool overflow;      /* a list that grew past the limit and became an object */
	size_t highest;     /* the highest index in such an object */
};

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

static struct node *new_node(struct arena *arena, enum param_kind kind)
{
	struct node *node = arena_alloc(arena, sizeof *node);
	node->param.kind = kind;
	return node;
}

/* A key that JavaScript keeps in numeric order before all others. */
static bool is_array_index(struct slice key, size_t *index)
{
	int64_t value;
	if (key.len == 0 || key.len > 10 || (key.ptr[0] == '0' && key.len > 1) || key.ptr[0] == '+' || key.ptr[0] == '-')
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

static void set_in_list(struct node *list, size_t index, struct node *item)
{
	struct node *before = NULL;
	for (struct node *at = child_of(list); at && at->index < index; at = next_of(at))
		before = at;
	item->index = index;
	link_after(list, before, item);
}

static size_t list_length(struct node *list)
{
	struct node *last = NULL;
	for (struct node *at = child_of(list); at; at = next_of(at))
		last = at;
	return last ? last->index + 1 : 0;
}

static struct node *list_item(struct node *list, size_t index)
{
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

static void set_in_object(struct node *object, struct slice key, struct node *item)
{
	size_t index, other;
	bool numeric = is_array_index(key, &index);
	struct node *before = NULL;
	for (struct node *at = child_of(object); at; at = next_of(at)) {
		if (numeric && !(is_array_index(at->param.key, &other) && other < index))
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
}

/* A copy without its place among siblings, so that it can be put elsewhere. */
static struct node *detached(struct arena *arena, struct node *node)
{
	struct node *copy = new_node(arena, node->param.kind);
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
	struct node *object = new_node(arena, PARAM_OBJECT);
	for (struct node *at = child_of(list); at; at = next_of(at))
		set_in_object(object, index_key(arena, at->index), detached(arena, at));
	return object;
}

/* Lists longer than the limit are objects for the reference, too. */
static struct node *limited(struct arena *arena, struct node *list)
{
	size_t length = list_length(list);
	if (length <= PARAMS_ARRAY_LIMIT)
		return list;
	struct node *object = list_to_object(arena, list);
	object->overflow = true;
	object->highest = length - 1;
	return object;
}

/* Adds an item to a list that became an object. */
static void add_overflow(struct arena *arena, struct node *object, struct node *item)
{
	set_in_object(object, index_key(arena, ++object->highest), detached(arena, item));
}

/* [a].concat(b): a list gives its items, holes and all, anything else itself. */
static void concat(struct arena *arena, struct node *list, struct node *item)
{
	size_t length = list_length(list);
	if (item->param.kind == PARAM_LIST) {
		for (struct node *at = child_of(item); at; at = next_of(at))
			set_in_list(list, length + at->index, detached(arena, at));
	} else {
		set_in_list(list, length, detached(arena, item));
	}
}

static struct node *list_of_two(struct arena *arena, struct node *a, struct node *b)
{
	struct node *list = new_node(arena, PARAM_LIST);
	set_in_list(list, 0, detached(arena, a));
	concat(arena, list, b);
	return limited(arena, list);
}

/* An object that was a list, with a value put before its items. */
static struct node *put_before(struct arena *arena, struct node *value, struct node *object)
{
	struct node *shifted = new_node(arena, PARAM_OBJECT);
	size_t index;
	set_in_object(shifted, SLICE("0"), detached(arena, value));
	for (struct node *at = child_of(object); at; at = next_of(at))
		if (is_array_index(at->param.key, &index))
			set_in_object(shifted, index_key(arena, index + 1), detached(arena, at));
	shifted->overflow = true;
	shifted->highest = object->highest + 1;
	return shifted;
}

static struct node *merge(struct arena *arena, struct node *target, struct node *source);

static struct node *merge_text(struct arena *arena, struct node *target, struct node *text)
{
	if (target->param.kind == PARAM_LIST) {
		set_in_list(target, list_length(target), detached(arena, text));
		return list_length(target) > PARAMS_ARRAY_LIMIT + 1 ? limited(arena, target) : target;
	}
	if (target->overflow) {
		add_overflow(arena, target, text);
		return target;
	}
	struct node *list = new_node(arena, PARAM_LIST);
	set_in_list(list, 0, detached(arena, target));
	set_in_list(list, 1, detached(arena, text));
	return list;
}

static struct node *merge_lists(struct arena *arena, struct node *target, struct node *source)
{
	for (struct node *at = child_of(source); at; at = next_of(at)) {
		struct node *same = list_item(target, at->index);
		if (!same)
			set_in_list(target, at->index, detached(arena, at));
		else if (is_container(same) && is_container(at))
			replace(target, same, detached(arena, merge(arena, same, at)));
		else
			set_in_list(target, list_length(target), detached(arena, at));
	}
	return target;
}

static struct node *merge_objects(struct arena *arena, struct node *target, struct node *source)
{
	size_t index;
	for (struct node *at = child_of(source); at; at = next_of(at)) {
		struct node *same = object_item(target, at->param.key);
		if (same)
			replace(target, same, detached(arena, merge(arena, same, at)));
		else
			set_in_object(target, at->param.key, detached(arena, at));
		if (source->overflow && !target->overflow) {
			target->overflow = true;
			target->highest = source->highest;
		}
		if (target->overflow && is_array_index(at->param.key, &index) && index > target->highest)
			target->highest = index;
	}
	return target;
}

/* What `target` becomes when `source` is merged into it. The depth is bounded by that of one key. */
static struct node *merge(struct arena *arena, struct node *target, struct node *source)
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

/* Names that every JavaScript object has; the reference's parser drops keys made of them. */
static bool is_prototype_name(struct slice name)
{
	static const char *const names[] = {
		"constructor", "__defineGetter__", "__defineSetter__", "hasOwnProperty", "__lookupGetter__", "__lookupSetter__",
		"isPrototypeOf", "propertyIsEnumerable", "toString", "valueOf", "__proto__", "toLocaleString"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(name, names[i]))
			return true;
	return false;
}

struct segment {
	struct slice text; /* without its brackets */
	bool bracketed;
};

/* The bracketed part "[…]" at or behind `from`, with no bracket inside; false when there is none. */
static bool find_brackets(struct slice key, size_t from, size_t *open, size_t *close)
{
	for (size_t i = from; i < key.len; i++) {
		if (key.ptr[i] == '[')
			*open = i;
		else if (key.ptr[i] == ']' && *open != SIZE_MAX) {
			*close = i;
			return true;
		}
		if (key.ptr[i] == ']')
			*open = SIZE_MAX;
	}
	return false;
}

/* Splits "a[b][0]" into its segments. *count 0 means: leave this key out. */
static bool split_key(struct slice key, struct segment segments[PARAMS_DEEPEST + 1], size_t *count,
                      struct error *error)
{
	size_t open = SIZE_MAX, close = 0, from = 0;
	*count = 0;
	bool found = find_brackets(key, 0, &open, &close);
	struct slice parent = {key.ptr, found ? open : key.len};
	if (parent.len) {
		if (is_prototype_name(parent))
			return true;
		segments[(*count)++] = (struct segment){parent, false};
	}
	size_t depth = 0;
	while (found) {
		if (++depth > PARAMS_DEEPEST)
			return error_validation(error, "Query parameter %.*s is nested too deeply. Expected at most %d levels",
			                        (int)(key.len < 60 ? key.len : 60), key.ptr, PARAMS_DEEPEST);
		struct slice inner = {key.ptr + open + 1, close - open - 1};
		if (is_prototype_name(inner)) {
			*count = 0;
			return true;
		}
		segments[(*count)++] = (struct segment){inner, true};
		from = close + 1;
		open = SIZE_MAX;
		found = find_brackets(key, from, &open, &close);
	}
	return true;
}

/* The object that one key alone stands for. */
static struct node *build(struct arena *arena, const struct segment *segments, size_t count, struct node *value)
{
	struct node *leaf = value;
	for (size_t i = count; i-- > 0;) {
		const struct segment *segment = &segments[i];
		struct node *container;
		size_t index;
		if (segment->bracketed && segment->text.len == 0) {
			if (leaf->overflow)
				continue;
			container = new_node(arena, PARAM_LIST);
			concat(arena, container, leaf);
			container = limited(arena, container);
		} else if (segment->bracketed && is_array_index(segment->text, &index) && index < PARAMS_ARRAY_LIMIT) {
			container = new_node(arena, PARAM_LIST);
			set_in_list(container, index, leaf);
		} else {
			container = new_node(arena, PARAM_OBJECT);
			container->overflow = segment->bracketed && is_array_index(segment->text, &container->highest);
			set_in_object(container, segment->text, leaf);
		}
		leaf = container;
	}
	return leaf;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 32);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* '+' is a space, %XX a byte. */
static bool decode(struct arena *arena, struct slice raw, struct slice *text, struct error *error)
{
	char *out = arena_alloc_unset(arena, raw.len + 1);
	size_t n = 0;
	for (size_t i = 0; i < raw.len; i++) {
		char c = raw.ptr[i];
		if (c == '%') {
			int high = i + 1 < raw.len ? hex_digit(raw.ptr[i + 1]) : -1;
			int low = i + 2 < raw.len ? hex_digit(raw.ptr[i + 2]) : -1;
			if (high < 0 || low < 0)
				return error_validation(error, "Malformed percent-encoding in the query string. Expected %% and two "
				                               "hexadecimal digits");
			c = (char)(high << 4 | low);
			i += 2;
		} else if (c == '+') {
			c = ' ';
		}
		if (c == '\0')
			return error_validation(error, "The query string has a NUL character. Expected text without it");
		out[n++] = c;
	}
	out[n] = '\0';
	*text = (struct slice){out, n};
	if (!slice_is_utf8(*text))
		return error_validation(error, "The query string is not valid. Expected percent-encoded UTF-8");
	return true;
}

/* Where the key of "key=value" ends: at the '=' behind the first "]=", else at the first '='; len when there is none.
 * Brackets count encoded or not. */
static size_t key_end(struct slice part)
{
	for (size_t i = 0; i + 1 < part.len; i++) {
		if (part.ptr[i] == ']' && part.ptr[i + 1] == '=')
			return i + 1;
		if (part.len - i > 3 && part.ptr[i] == '%' && part.ptr[i + 1] == '5' && (part.ptr[i + 2] | 32) == 'd' &&
		    part.ptr[i + 3] == '=')
			return i + 3;
	}
	return slice_find(part, '=');
}

struct pair {
	struct slice key;
	struct node *value;
	struct pair *next;
};

/* Reads one part; values of one and the same key are combined into a list. */
static bool add_pair(struct arena *arena, struct slice part, struct map *seen, struct pair ***tail,
                     struct error *error)
{
	size_t end = key_end(part);
	struct slice key, text;
	struct node *value = new_node(arena, PARAM_NULL);
	if (!decode(arena, (struct slice){part.ptr, end}, &key, error))
		return false;
	if (end < part.len) {
		if (!decode(arena, (struct slice){part.ptr + end + 1, part.len - end - 1}, &text, error))
			return false;
		value->param.kind = PARAM_TEXT;
		value->param.text = text;
	}
	if (!key.len)
		return true;
	struct pair *pair = map_get(seen, key);
	if (pair) {
		if (pair->value->overflow) {
			add_overflow(arena, pair->value, value);
		} else {
			struct node *list = pair->value->param.kind == PARAM_LIST ? pair->value : new_node(arena, PARAM_LIST);
			if (list != pair->value)
				concat(arena, list, pair->value);
			set_in_list(list, list_length(list), value);
			pair->value = limited(arena, list);
		}
		return true;
	}
	pair = arena_alloc(arena, sizeof *pair);
	*pair = (struct pair){key, value, NULL};
	map_set(seen, key, pair);
	**tail = pair;
	*tail = &pair->next;
	return true;
}

/* Gives list items their final index as key. */
static void number_lists(struct arena *arena, struct param *node)
{
	size_t index = 0;
	for (struct param *at = node->first; at; at = at->next) {
		if (node->kind == PARAM_LIST)
			at->key = slice_of(arena_format(arena, "%zu", index++));
		if (at->first)
			number_lists(arena, at);
	}
}

bool params_parse(struct arena *arena, struct slice query, struct param **root, struct error *error)
{
	struct node *object = new_node(arena, PARAM_OBJECT);
	*root = &object->param;
	if (!query.len)
		return true;
	struct map seen;
	struct pair *pairs = NULL, **tail = &pairs;
	struct slice rest = query, part;
	size_t count = 0;
	map_init(&seen, arena);
	while (slice_split(&rest, '&', &part)) {
		if (++count > PARAMS_MOST_KEYS)
			return error_validation(error, "Too many query parameters. Expected at most %d", PARAMS_MOST_KEYS);
		if (!add_pair(arena, part, &seen, &tail, error))
			return false;
	}
	for (struct pair *pair = pairs; pair; pair = pair->next) {
		struct segment segments[PARAMS_DEEPEST + 1];
		size_t segment_count;
		if (!split_key(pair->key, segments, &segment_count, error))
			return false;
		if (segment_count)
			object = merge(arena, object, build(arena, segments, segment_count, pair->value));
	}
	*root = &object->param;
	number_lists(arena, *root);
	return true;
}

struct param *param_get(const struct param *object, const char *key)
{
	if (object->kind != PARAM_OBJECT)
		return NULL;
	for (struct param *at = object->first; at; at = at->next)
		if (slice_is(at->key, key))
			return at;
	return NULL;
}
