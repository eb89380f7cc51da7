#include "params_tree.h"

/* Names that every JavaScript object has; Strapi's parser drops keys made of them. */
static bool is_prototype_name(struct slice name)
{
	static const char *const names[] = {
	    "constructor",      "__defineGetter__", "__defineSetter__", "hasOwnProperty",
	    "__lookupGetter__", "__lookupSetter__", "isPrototypeOf",    "propertyIsEnumerable",
	    "toString",         "valueOf",          "__proto__",        "toLocaleString"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(name, names[i]))
			return true;
	return false;
}

static size_t most_keys = PARAMS_MOST_KEYS, most_levels = PARAMS_DEEPEST;

void params_set_limits(const struct params_limits *limits)
{
	most_keys = limits->keys ? limits->keys : PARAMS_MOST_KEYS;
	most_levels = limits->levels ? limits->levels : PARAMS_DEEPEST;
	if (most_levels > PARAMS_MOST_LEVELS)
		most_levels = PARAMS_MOST_LEVELS;
	params_tree_set_longest(limits->list ? limits->list : PARAMS_ARRAY_LIMIT);
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
static bool split_key(struct slice key, struct segment segments[PARAMS_MOST_LEVELS + 1], size_t *count,
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
		if (++depth > most_levels)
			return error_validation(
			    error, "Query parameter %.*s is nested too deeply. Expected at most %zu levels",
			    slice_shown_length(key, 60), key.ptr, most_levels);
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
			container = params_node_new(arena, PARAM_LIST);
			params_list_concat(arena, container, leaf);
			container = params_list_limit(arena, container);
		} else if (segment->bracketed && params_is_index(segment->text, &index) &&
		           index < params_tree_longest()) {
			container = params_node_new(arena, PARAM_LIST);
			params_list_set(container, index, leaf);
		} else {
			container = params_node_new(arena, PARAM_OBJECT);
			container->overflow = segment->bracketed && params_is_index(segment->text, &container->highest);
			params_object_set(container, segment->text, leaf);
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
				return error_validation(
				    error, "Malformed percent-encoding in the query string. Expected %% and two "
					   "hexadecimal digits");
			c = (char)(high << 4 | low);
			i += 2;
		} else if (c == '+') {
			c = ' ';
		}
		if (c == '\0')
			return error_validation(error,
			                        "The query string has a NUL character. Expected text without it");
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
static bool add_pair(struct arena *arena, struct slice part, struct map *seen, struct pair ***tail, struct error *error)
{
	size_t end = key_end(part);
	struct slice key, text;
	struct node *value = params_node_new(arena, PARAM_NULL);
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
			params_overflow_add(arena, pair->value, value);
		} else {
			struct node *list =
			    pair->value->param.kind == PARAM_LIST ? pair->value : params_node_new(arena, PARAM_LIST);
			if (list != pair->value)
				params_list_concat(arena, list, pair->value);
			params_list_set(list, params_list_length(list), value);
			pair->value = params_list_limit(arena, list);
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
	struct node *object = params_node_new(arena, PARAM_OBJECT);
	*root = &object->param;
	if (!query.len)
		return true;
	struct map seen;
	struct pair *pairs = NULL, **tail = &pairs;
	struct slice rest = query, part;
	size_t count = 0;
	map_init(&seen, arena);
	while (slice_split(&rest, '&', &part)) {
		if (++count > most_keys)
			return error_validation(error, "Too many query parameters. Expected at most %zu", most_keys);
		if (!add_pair(arena, part, &seen, &tail, error))
			return false;
	}
	for (struct pair *pair = pairs; pair; pair = pair->next) {
		struct segment segments[PARAMS_MOST_LEVELS + 1];
		size_t segment_count;
		if (!split_key(pair->key, segments, &segment_count, error))
			return false;
		if (segment_count)
			object = params_merge(arena, object, build(arena, segments, segment_count, pair->value));
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
