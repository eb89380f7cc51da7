#include "slug.h"

#include "slug_letters.h"

#include <stdlib.h>
#include <utf8proc.h>

/* Texts with a spelling of their own. */
static const struct {
	const char *text, *spelling;
} words[] = {{"&", " and "}, {"♥", " love "}, {"🦄", " unicorn "}, {"ու", "u"}, {"ՈՒ", "U"}, {"Ու", "U"}};

/* The bytes of the text at the beginning that has a spelling of its own; 0: there is none. */
static size_t add_word(struct buffer *text, struct slice rest)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (!slice_starts_with(rest, slice_of(words[i].text)))
			continue;
		buffer_text(text, words[i].spelling);
		return strlen(words[i].text);
	}
	return 0;
}

/* The bytes of the character at the beginning, whose spelling is added. What has none is a blank. */
static size_t add_letter(struct buffer *text, struct slice rest)
{
	int32_t character;
	const utf8proc_ssize_t length =
	    utf8proc_iterate((const utf8proc_uint8_t *)rest.ptr, (utf8proc_ssize_t)rest.len, &character);
	if (length < 1 || character < 0x80) {
		buffer_byte(text, length < 1 ? ' ' : rest.ptr[0]);
		return 1;
	}
	const struct slice spelling = slug_letter(character);
	if (spelling.ptr)
		buffer_slice(text, spelling);
	else
		buffer_byte(text, ' ');
	return (size_t)length;
}

/* In Latin letters, as far as they are spelt so. Letters with marks are composed before; a text that is no UTF-8 is
 * taken as it is. */
static void respell(struct buffer *text, struct slice source)
{
	utf8proc_uint8_t *composed = NULL;
	const utf8proc_option_t options = UTF8PROC_COMPOSE | UTF8PROC_STABLE;
	const utf8proc_ssize_t length =
	    utf8proc_map((const utf8proc_uint8_t *)source.ptr, (utf8proc_ssize_t)source.len, &composed, options);
	struct slice rest = length < 0 ? source : (struct slice){(const char *)composed, (size_t)length};
	while (rest.len) {
		size_t taken = add_word(text, rest);
		if (!taken)
			taken = add_letter(text, rest);
		rest.ptr += taken;
		rest.len -= taken;
	}
	free(composed);
}

static bool is_small(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Whether a word begins here: "fooBar", "XMLHttp", "XML2". */
static bool begins_word(const struct buffer *text, size_t at)
{
	const char *data = text->data;
	if (!at)
		return false;
	if (is_digit(data[at]))
		return at > 1 && is_upper(data[at - 1]) && is_upper(data[at - 2]);
	if (!is_upper(data[at]))
		return false;
	return is_small(data[at - 1]) || is_digit(data[at - 1]) ||
	       (is_upper(data[at - 1]) && at + 1 < text->len && is_small(data[at + 1]));
}

struct slice slug_of(struct arena *arena, struct slice source)
{
	struct buffer text = {0};
	struct buffer slug = {0};
	bool gap = false;
	respell(&text, source);
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.data[i];
		if (!is_small(c) && !is_digit(c) && !is_upper(c)) {
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
