#include "code_value.h"

enum { DEEPEST_VALUE = 32 };

struct values {
	struct arena *arena;
	const struct code_tokens *tokens;
	unsigned depth;
};

static const struct code_value *read_value(struct values *values, struct code_range range);

size_t code_behind(const struct code_tokens *tokens, size_t at)
{
	const size_t match = tokens->items[at].match;
	return match > at ? match + 1 : at + 1;
}

size_t code_find(const struct code_tokens *tokens, struct code_range range, const char *sign)
{
	for (size_t at = range.from; at < range.to; at = code_behind(tokens, at))
		if (tokens->items[at].kind == CODE_SIGN && slice_is(tokens->items[at].text, sign))
			return at;
	return range.to;
}

bool code_text(struct arena *arena, const struct code_token *token, struct slice *text)
{
	struct slice raw = token->text;
	if (token->kind == CODE_STRING)
		raw = (struct slice){raw.ptr + 1, raw.len - 2};
	char *plain = arena_alloc(arena, raw.len + 1);
	size_t len = 0;
	for (size_t i = 0; i < raw.len; i++) {
		if (raw.ptr[i] == '\\' && (++i == raw.len || !strchr("\\/'\"`$.()-*+?[]d", raw.ptr[i]) || !raw.ptr[i]))
			return false;
		plain[len++] = raw.ptr[i];
	}
	*text = (struct slice){plain, len};
	return true;
}

static bool is_at(const struct values *values, struct code_range range, size_t at, const char *text)
{
	return at < range.to && code_is(&values->tokens->items[at], text);
}

/* Does one bracket that opens with `sign` span the range? */
static bool spans(const struct values *values, struct code_range range, const char *sign)
{
	return is_at(values, range, range.from, sign) && values->tokens->items[range.from].match == range.to - 1;
}

static struct code_member *add_member(struct values *values, struct code_value *value, size_t *capacity)
{
	value->members = arena_grow(values->arena, value->members, value->count, capacity, sizeof *value->members);
	struct code_member *member = &value->members[value->count++];
	*member = (struct code_member){{NULL, 0}, NULL};
	return member;
}

/* ---- objects and lists ---- */

static void read_items(struct values *values, struct code_range inside, struct code_value *value)
{
	size_t capacity = 0;
	while (inside.from < inside.to) {
		const size_t end = code_find(values->tokens, inside, ",");
		const struct code_range item = {inside.from, end};
		if (is_at(values, item, item.from, "...") || item.from == item.to)
			value->open = true;
		else
			add_member(values, value, &capacity)->value = read_value(values, item);
		inside.from = end + 1;
	}
}

static bool read_key(struct values *values, const struct code_token *token, struct slice *key)
{
	if (token->kind == CODE_STRING)
		return code_text(values->arena, token, key);
	*key = token->text;
	return token->kind == CODE_NAME || token->kind == CODE_NUMBER;
}

/* name(…) {…}, async name(…) {…}; with `name` at `at`. */
static const struct code_value *read_method(struct values *values, struct code_range member, size_t at)
{
	struct code_value *value = arena_alloc(values->arena, sizeof *value);
	const size_t params = at + 1, body = code_behind(values->tokens, params);
	*value = (struct code_value){.range = member};
	if (!is_at(values, member, member.to - 1, "}"))
		return value;
	value->kind = JS_FUNCTION;
	value->params = (struct code_range){params + 1, body - 1};
	value->body = (struct code_range){values->tokens->items[member.to - 1].match + 1, member.to - 1};
	return value;
}

static void read_member(struct values *values, struct code_range range, struct code_value *object, size_t *capacity)
{
	const struct code_token *items = values->tokens->items;
	size_t at = range.from;
	struct slice key;
	if (is_at(values, range, at, "async") && at + 1 < range.to && items[at + 1].kind != CODE_SIGN)
		at++;
	if (!read_key(values, &items[at], &key)) {
		object->open = true;
		return;
	}
	const struct code_range rest = {at + 2, range.to};
	if (at + 1 == range.to && items[at].kind == CODE_NAME) { /* {name} */
		struct code_member *member = add_member(values, object, capacity);
		*member = (struct code_member){key, read_value(values, range)};
	} else if (is_at(values, range, at + 1, ":") && rest.from < rest.to) {
		struct code_member *member = add_member(values, object, capacity);
		*member = (struct code_member){key, read_value(values, rest)};
	} else if (is_at(values, range, at + 1, "(")) {
		struct code_member *member = add_member(values, object, capacity);
		*member = (struct code_member){key, read_method(values, range, at)};
	} else {
		object->open = true;
	}
}

/* The end of a method with the type of its result, in which commas may stand: name(…): Promise<A, B> {…}. Of any other
 * member the next comma. */
static size_t find_member_end(const struct values *values, struct code_range inside)
{
	size_t at = inside.from;
	if (is_at(values, inside, at, "async"))
		at++;
	if (!is_at(values, inside, at + 1, "(") || !is_at(values, inside, code_behind(values->tokens, at + 1), ":"))
		return code_find(values->tokens, inside, ",");
	for (at = code_behind(values->tokens, at + 1); at < inside.to; at = code_behind(values->tokens, at)) {
		const size_t behind = code_behind(values->tokens, at);
		if (is_at(values, inside, at, "{") && (behind == inside.to || is_at(values, inside, behind, ",")))
			return behind;
	}
	return inside.to;
}

static void read_members(struct values *values, struct code_range inside, struct code_value *object)
{
	size_t capacity = 0;
	while (inside.from < inside.to) {
		const size_t end = find_member_end(values, inside);
		if (inside.from < end)
			read_member(values, (struct code_range){inside.from, end}, object, &capacity);
		inside.from = end + 1;
	}
}

/* ---- functions and calls ---- */

static void set_body(struct values *values, struct code_range range, struct code_value *value)
{
	value->kind = JS_FUNCTION;
	value->expression = !spans(values, range, "{");
	value->body = value->expression ? range : (struct code_range){range.from + 1, range.to - 1};
}

/* (a, b) => …, a => …, async … => …; with types between. */
static bool read_arrow(struct values *values, struct code_range range, struct code_value *value)
{
	const size_t arrow = code_find(values->tokens, range, "=>");
	size_t at = range.from;
	if (arrow + 1 >= range.to)
		return false;
	if (is_at(values, range, at, "async") && at + 1 < arrow)
		at++;
	if (is_at(values, range, at, "<"))
		at = code_find(values->tokens, (struct code_range){at, arrow}, ">") + 1;
	if (is_at(values, range, at, "("))
		value->params = (struct code_range){at + 1, values->tokens->items[at].match};
	else if (at + 1 == arrow && values->tokens->items[at].kind == CODE_NAME)
		value->params = (struct code_range){at, arrow};
	else
		return false;
	set_body(values, (struct code_range){arrow + 1, range.to}, value);
	return true;
}

static bool read_function(struct values *values, struct code_range range, struct code_value *value)
{
	size_t at = range.from;
	if (is_at(values, range, at, "async"))
		at++;
	if (!is_at(values, range, at, "function"))
		return false;
	const size_t params = code_find(values->tokens, (struct code_range){at, range.to}, "(");
	if (params == range.to || !is_at(values, range, range.to - 1, "}"))
		return false;
	const size_t body = values->tokens->items[range.to - 1].match;
	if (body < params)
		return false;
	value->params = (struct code_range){params + 1, values->tokens->items[params].match};
	set_body(values, (struct code_range){body, range.to}, value);
	return true;
}

/* a.b(…): names with points between, of which the last is called; "require('x').y(…)", and types before the
 * arguments, too. */
static bool read_call(struct values *values, struct code_range range, struct code_value *value)
{
	const struct code_token *items = values->tokens->items;
	if (!is_at(values, range, range.to - 1, ")") || items[range.from].kind != CODE_NAME)
		return false;
	const size_t open = items[range.to - 1].match;
	for (size_t at = range.from; at < open; at = code_behind(values->tokens, at)) {
		const bool allowed = items[at].kind == CODE_NAME || items[at].kind == CODE_STRING ||
		                     is_at(values, range, at, ".") || is_at(values, range, at, "(") ||
		                     is_at(values, range, at, "<") || is_at(values, range, at, ">");
		if (!allowed || is_at(values, range, at, "new") || is_at(values, range, at, "await"))
			return false;
	}
	value->kind = JS_CALL;
	value->callee = (struct code_range){range.from, open};
	read_items(values, (struct code_range){open + 1, range.to - 1}, value);
	return true;
}

/* ---- any ---- */

static void read_single(struct values *values, const struct code_token *token, struct code_value *value)
{
	static const struct {
		const char *word;
		enum code_value_kind kind;
	} words[] = {{"true", JS_TRUE}, {"false", JS_FALSE}, {"null", JS_NOTHING}, {"undefined", JS_NOTHING}};
	value->text = token->text;
	if (token->kind == CODE_STRING || token->kind == CODE_TEMPLATE)
		value->kind = code_text(values->arena, token, &value->text) ? JS_TEXT : JS_OTHER;
	else if (token->kind == CODE_NUMBER)
		value->kind = JS_NUMBER;
	else if (token->kind == CODE_NAME)
		value->kind = JS_NAME;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (code_is(token, words[i].word))
			value->kind = words[i].kind;
}

/* "x as Type", "x satisfies Type", "(x)" are x. */
static struct code_range strip(const struct values *values, struct code_range range)
{
	for (bool stripped = true; stripped && range.from < range.to;) {
		stripped = spans(values, range, "(");
		if (stripped)
			range = (struct code_range){range.from + 1, range.to - 1};
		const size_t arrow = code_find(values->tokens, range, "=>");
		for (size_t at = range.from; at < range.to && at < arrow; at = code_behind(values->tokens, at)) {
			const bool type = is_at(values, range, at, "as") || is_at(values, range, at, "satisfies");
			const bool cut = type && at > range.from && at + 1 < range.to &&
			                 !is_at(values, range, at - 1, ".") && !is_at(values, range, at - 1, "=>");
			if (cut) {
				range.to = at;
				stripped = true;
			}
		}
	}
	return range;
}

static void fill(struct values *values, struct code_range range, struct code_value *value)
{
	if (range.from + 1 == range.to) {
		read_single(values, &values->tokens->items[range.from], value);
	} else if (spans(values, range, "{")) {
		value->kind = JS_OBJECT;
		read_members(values, (struct code_range){range.from + 1, range.to - 1}, value);
	} else if (spans(values, range, "[")) {
		value->kind = JS_LIST;
		read_items(values, (struct code_range){range.from + 1, range.to - 1}, value);
	} else if (!read_arrow(values, range, value) && !read_function(values, range, value)) {
		read_call(values, range, value);
	}
}

static const struct code_value *read_value(struct values *values, struct code_range range)
{
	struct code_value *value = arena_alloc(values->arena, sizeof *value);
	range = strip(values, range);
	value->range = range;
	if (range.from < range.to && values->depth < DEEPEST_VALUE) {
		values->depth++;
		fill(values, range, value);
		values->depth--;
	}
	return value;
}

const struct code_value *code_value_read(struct arena *arena, const struct code_tokens *tokens, struct code_range range)
{
	struct values values = {.arena = arena, .tokens = tokens};
	return read_value(&values, range);
}

const struct code_value *code_member(const struct code_value *object, const char *key)
{
	const struct code_value *found = NULL;
	for (size_t i = 0; object && object->kind == JS_OBJECT && i < object->count; i++)
		if (slice_is(object->members[i].key, key))
			found = object->members[i].value;
	return found;
}
