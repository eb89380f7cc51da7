#include "slug.h"

#include <stdlib.h>
#include <utf8proc.h>

/* Letters that are more than another one with a mark. */
static const struct {
	const char *letter, *spelling;
} spellings[] = {
    {"&", " and "}, {"ä", "ae"}, {"Ä", "Ae"}, {"ö", "oe"}, {"Ö", "Oe"}, {"ü", "ue"},     {"Ü", "Ue"},
    {"ß", "ss"},    {"ẞ", "Ss"}, {"æ", "ae"}, {"Æ", "AE"}, {"ø", "o"},  {"Ø", "O"},      {"œ", "oe"},
    {"Œ", "OE"},    {"đ", "d"},  {"Đ", "D"},  {"ð", "d"},  {"Ð", "D"},  {"þ", "th"},     {"Þ", "TH"},
    {"ł", "l"},     {"Ł", "L"},  {"ı", "i"},  {"ħ", "h"},  {"Ħ", "H"},  {"♥", " love "},
};

static void respell(struct buffer *text, struct slice given)
{
	for (size_t i = 0; i < given.len;) {
		const struct slice rest = {given.ptr + i, given.len - i};
		size_t found = 0;
		for (size_t j = 0; j < COUNT_OF(spellings) && !found; j++) {
			if (!slice_starts_with(rest, slice_of(spellings[j].letter)))
				continue;
			found = strlen(spellings[j].letter);
			buffer_text(text, spellings[j].spelling);
		}
		if (!found)
			buffer_byte(text, given.ptr[i]);
		i += found ? found : 1;
	}
}

/* Without the marks of letters; the text itself where it is no UTF-8. */
static void remove_marks(struct buffer *text)
{
	utf8proc_uint8_t *plain = NULL;
	const utf8proc_option_t options = UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_STRIPMARK | UTF8PROC_STABLE;
	const utf8proc_ssize_t length =
	    utf8proc_map((const utf8proc_uint8_t *)text->data, (utf8proc_ssize_t)text->len, &plain, options);
	if (length >= 0) {
		text->len = 0;
		buffer_add(text, (const char *)plain, (size_t)length);
	}
	free(plain);
}

static bool is_lower(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Whether a word begins here: "fooBar", "XMLHttp". */
static bool begins_word(const struct buffer *text, size_t at)
{
	if (!at || !is_upper(text->data[at]))
		return false;
	const char before = text->data[at - 1];
	return is_lower(before) || (is_upper(before) && at + 1 < text->len && is_lower(text->data[at + 1]));
}

struct slice slug_of(struct arena *arena, struct slice given)
{
	struct buffer text = {0};
	struct buffer slug = {0};
	bool gap = false;
	respell(&text, given);
	remove_marks(&text);
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.data[i];
		if (!is_lower(c) && !is_upper(c)) {
			gap = true;
			continue;
		}
		if ((gap || begins_word(&text, i)) && slug.len)
			buffer_byte(&slug, '-');
		gap = false;
		buffer_byte(&slug, is_upper(c) ? (char)(c - 'A' + 'a') : c);
	}
	struct slice kept = arena_copy_slice(arena, buffer_as_slice(&slug));
	buffer_free(&text);
	buffer_free(&slug);
	return kept;
}
