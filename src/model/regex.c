#include "regex.h"

#include "model.h"
#include "regex_characters.h"

enum { CLASS_OF_CHARACTERS = -1 }; /* in brackets: \d, \w and the like */

static bool fail(struct regex_translation *translation, const char *reason)
{
	translation->reason = reason;
	return false;
}

/* ---- brackets ---- */

static bool take_member(struct regex_translation *translation, int *character, char *class)
{
	if (*translation->at != '\\') {
		*character = regex_take_plain(translation);
		return true;
	}
	const char c = *++translation->at;
	if (!c)
		return fail(translation, "\\ at the end");
	if (!strchr("dDsSwW", c)) {
		*character = regex_take_escaped(translation, true);
		return true;
	}
	translation->at++;
	*character = CLASS_OF_CHARACTERS;
	*class = c;
	return true;
}

static void put_member(struct regex_translation *translation, int character, char class)
{
	if (character == CLASS_OF_CHARACTERS)
		buffer_format(&translation->out, "\\%c", class);
	else
		regex_put_character(translation, character, true);
}

/* A hyphen beside \w and the like stands for itself. */
static bool take_range(struct regex_translation *translation)
{
	int first, last;
	char first_class = '\0', last_class = '\0';
	if (!take_member(translation, &first, &first_class))
		return false;
	put_member(translation, first, first_class);
	if (translation->at[0] != '-' || !translation->at[1] || translation->at[1] == ']')
		return true;
	translation->at++;
	if (!take_member(translation, &last, &last_class))
		return false;
	const bool ranges = first != CLASS_OF_CHARACTERS && last != CLASS_OF_CHARACTERS;
	if (ranges && first > last)
		return fail(translation, "a range in brackets that ends before it begins");
	buffer_text(&translation->out, ranges ? "-" : "\\-");
	put_member(translation, last, last_class);
	return true;
}

static bool take_brackets(struct regex_translation *translation)
{
	const bool negated = *++translation->at == '^';
	translation->at += negated;
	translation->repeatable = true;
	if (*translation->at == ']') {
		translation->at++;
		/* PCRE2 does not repeat []. */
		buffer_text(&translation->out, negated ? "(?s:.)" : "(?:(?!))");
		return true;
	}
	buffer_text(&translation->out, negated ? "[^" : "[");
	while (*translation->at && *translation->at != ']')
		if (!take_range(translation))
			return false;
	if (!*translation->at++)
		return fail(translation, "[ without ]");
	buffer_byte(&translation->out, ']');
	return true;
}

/* ---- groups ---- */

/* <name>, without the bracket before it. */
static size_t name_length(const char *at)
{
	size_t length = 0;
	while (regex_is_letter(at[length]) || at[length] == '_' || (length && regex_is_digit(at[length])))
		length++;
	return length && at[length] == '>' ? length : 0;
}

static bool open_group(struct regex_translation *translation)
{
	static const char *const kinds[] = {"(?:", "(?=", "(?!", "(?<=", "(?<!"};
	const char *kind = "(";
	size_t name = 0;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (strncmp(translation->at, kinds[i], strlen(kinds[i])) == 0)
			kind = kinds[i];
	if (!kind[1] && translation->at[1] == '?') {
		name = translation->at[2] == '<' ? name_length(translation->at + 3) : 0;
		if (!name)
			return fail(translation, "(? of a kind that there is not");
	}
	if (translation->depth == REGEX_DEEPEST_GROUPS)
		return fail(translation, "groups that are nested too deep");
	const size_t length = name ? name + 4 : strlen(kind);
	buffer_add(&translation->out, translation->at, length);
	translation->at += length;
	/* An assertion of what stands before may not be repeated. */
	translation->open[translation->depth++] = length == 4 && !name ? '<' : '(';
	translation->repeatable = false;
	return true;
}

static bool close_group(struct regex_translation *translation)
{
	if (!translation->depth)
		return fail(translation, ") without (");
	translation->at++;
	buffer_byte(&translation->out, ')');
	translation->repeatable = translation->open[--translation->depth] == '(';
	return true;
}

static void count_groups(struct regex_translation *translation, const char *text)
{
	bool in_brackets = false;
	for (const char *at = text; *at; at++) {
		if (*at == '\\' && at[1])
			at++;
		else if (*at == '[' || *at == ']')
			in_brackets = *at == '[';
		else if (*at == '(' && !in_brackets) {
			const bool named = strncmp(at, "(?<", 3) == 0 && at[3] != '=' && at[3] != '!';
			translation->has_names |= named;
			translation->groups += named || at[1] != '?';
		}
	}
}

/* ---- repetitions ---- */

/* {n}, {n,} or {n,m}: its length, or 0. */
static size_t counted_length(const char *at, bool *in_order)
{
	size_t length = 1;
	double low = 0, high = 0;
	if (at[0] != '{' || !regex_is_digit(at[1]))
		return 0;
	while (regex_is_digit(at[length]))
		low = low * 10 + (at[length++] - '0');
	bool bounded = at[length] == ',' && regex_is_digit(at[length + 1]);
	length += at[length] == ',';
	while (regex_is_digit(at[length]))
		high = high * 10 + (at[length++] - '0');
	*in_order = !bounded || low <= high;
	return at[length] == '}' ? length + 1 : 0;
}

static bool take_repetition(struct regex_translation *translation, size_t length)
{
	if (!translation->repeatable)
		return fail(translation, "nothing to repeat");
	length += translation->at[length] == '?';
	buffer_add(&translation->out, translation->at, length);
	translation->at += length;
	translation->repeatable = false;
	return true;
}

/* ---- the rest ---- */

static bool take_reference(struct regex_translation *translation)
{
	unsigned long number = strtoul(translation->at, NULL, 10);
	if (*translation->at == '0' || number > translation->groups)
		return false;
	while (regex_is_digit(*translation->at))
		translation->at++;
	buffer_format(&translation->out, "\\g{%lu}", number);
	return true;
}

static bool take_backslash(struct regex_translation *translation)
{
	const char c = *++translation->at;
	if (!c)
		return fail(translation, "\\ at the end");
	translation->repeatable = c != 'b' && c != 'B';
	if (strchr("dDsSwWbB", c)) {
		buffer_format(&translation->out, "\\%c", c);
		translation->at++;
		return true;
	}
	if (regex_is_digit(c) && take_reference(translation))
		return true;
	if (c != 'k' || !translation->has_names) {
		regex_put_character(translation, regex_take_escaped(translation, false), false);
		return true;
	}
	const size_t length = translation->at[1] == '<' ? name_length(translation->at + 2) : 0;
	if (!length)
		return fail(translation, "\\k without a name");
	buffer_format(&translation->out, "\\k<%.*s>", (int)length, translation->at + 2);
	translation->at += length + 3;
	return true;
}

static bool take_term(struct regex_translation *translation)
{
	const char c = *translation->at;
	bool in_order = true;
	size_t counted = counted_length(translation->at, &in_order);
	if (!in_order && counted)
		return fail(translation, "numbers in braces that are out of order");
	if (counted || strchr("*+?", c))
		return take_repetition(translation, counted ? counted : 1);
	switch (c) {
	case '\\':
		return take_backslash(translation);
	case '[':
		return take_brackets(translation);
	case '(':
		return open_group(translation);
	case ')':
		return close_group(translation);
	case '|':
	case '^':
	case '$':
	case '.':
		buffer_byte(&translation->out, c);
		translation->at++;
		translation->repeatable = c == '.';
		return true;
	default:
		regex_put_character(translation, regex_take_plain(translation), false);
		translation->repeatable = true;
		return true;
	}
}

const char *regex_translate(struct arena *arena, const char *text, const char **reason)
{
	struct regex_translation translation = {.at = text};
	const char *translated = NULL;
	bool good = true;
	count_groups(&translation, text);
	while (good && *translation.at)
		good = take_term(&translation);
	if (good && translation.depth)
		good = fail(&translation, "( without )");
	if (good)
		translated = arena_copy(arena, buffer_as_slice(&translation.out));
	*reason = translation.reason;
	buffer_free(&translation.out);
	return translated;
}

bool model_is_regex(const char *text)
{
	const char *reason;
	struct arena *arena = arena_create();
	const bool is = regex_translate(arena, text, &reason);
	arena_destroy(arena);
	return is;
}
