#include "names.h"

#include "letters_table.h"
#include "media.h"

#include <openssl/rand.h>
#include <stdlib.h>
#include <utf8proc.h>

enum { LONGEST_NAME = 255, RANDOM_BYTES = 5 };

/* ---- names that are shown ---- */

static bool is_reserved(struct slice name)
{
	static const char *const reserved[] = {"con", "prn", "aux", "nul"};
	for (size_t i = 0; i < COUNT_OF(reserved); i++)
		if (slice_equals_ignoring_case(name, slice_of(reserved[i])))
			return true;
	struct slice start = {name.ptr, 3};
	return name.len == 4 && name.ptr[3] >= '0' && name.ptr[3] <= '9' &&
	       (slice_equals_ignoring_case(start, SLICE("com")) || slice_equals_ignoring_case(start, SLICE("lpt")));
}

/* As JavaScript counts: characters beyond the first plane are two. */
static size_t utf16_length(struct slice text)
{
	size_t len = 0;
	for (size_t i = 0; i < text.len; i++) {
		const unsigned char c = (unsigned char)text.ptr[i];
		len += (c & 0xc0) != 0x80;
		len += c >= 0xf0;
	}
	return len;
}

bool name_is_valid(struct slice name)
{
	if (!name.len || name.len > 4 * LONGEST_NAME || utf16_length(name) > LONGEST_NAME || is_reserved(name) ||
	    slice_is(name, ".") || slice_is(name, ".."))
		return false;
	for (size_t i = 0; i < name.len; i++)
		if ((unsigned char)name.ptr[i] < 0x20 || strchr("<>:\"/\\|?*", name.ptr[i]))
			return false;
	return true;
}

struct slice name_normalize(struct arena *arena, struct slice name)
{
	utf8proc_uint8_t *normal = NULL;
	utf8proc_ssize_t len = utf8proc_map((const utf8proc_uint8_t *)name.ptr, (utf8proc_ssize_t)name.len, &normal,
	                                    UTF8PROC_STABLE | UTF8PROC_COMPOSE);
	if (len < 0)
		return name;
	struct slice copy = {arena_copy(arena, (struct slice){(const char *)normal, (size_t)len}), (size_t)len};
	free(normal);
	return copy;
}

struct slice name_extension(struct slice name)
{
	size_t start = 0;
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] == '/')
			start = i + 1;
	for (size_t i = name.len; i-- > start + 1;)
		if (name.ptr[i] == '.')
			return slice_is((struct slice){name.ptr + start, name.len - start}, "..")
			           ? (struct slice){NULL, 0}
			           : (struct slice){name.ptr + i, name.len - i};
	return (struct slice){NULL, 0};
}

struct slice name_base(struct slice name, struct slice extension)
{
	/* Not even an empty name has bytes to compare then. */
	if (extension.len && extension.len <= name.len &&
	    slice_equals((struct slice){name.ptr + name.len - extension.len, extension.len}, extension))
		name.len -= extension.len;
	return name;
}

/* ---- names on disk ---- */

static int compare(const void *key, const void *row)
{
	const unsigned code = *(const unsigned *)key, other = ((const struct letter *)row)->code;
	return code < other ? -1 : code > other;
}

static void transliterate(struct slice text, struct buffer *to)
{
	while (text.len) {
		utf8proc_int32_t code;
		utf8proc_ssize_t len =
		    utf8proc_iterate((const utf8proc_uint8_t *)text.ptr, (utf8proc_ssize_t)text.len, &code);
		if (len <= 0) {
			code = -1;
			len = 1;
		}
		const unsigned key = (unsigned)code;
		const struct letter *letter =
		    code < 0 ? NULL : bsearch(&key, letters, letter_count, sizeof *letters, compare);
		if (letter)
			buffer_text(to, letter->written);
		else
			buffer_add(to, text.ptr, (size_t)len);
		text = (struct slice){text.ptr + len, text.len - (size_t)len};
	}
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_lower_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || is_digit(c);
}

/* One of slugify's four rules to take words apart: a space goes between what `first` and `second` match. */
typedef size_t split_rule(struct slice text, size_t at);

/* ([A-Z]{2,})(\d+) */
static size_t upper_before_digit(struct slice text, size_t at)
{
	return at >= 2 && is_upper(text.ptr[at - 1]) && is_upper(text.ptr[at - 2]) && is_digit(text.ptr[at]);
}

/* ([a-z\d]+)([A-Z]{2,}) */
static size_t lower_before_capitals(struct slice text, size_t at)
{
	return at >= 1 && is_lower_or_digit(text.ptr[at - 1]) && is_upper(text.ptr[at]) && at + 1 < text.len &&
	       is_upper(text.ptr[at + 1]);
}

/* ([a-z\d])([A-Z]) */
static size_t lower_before_capital(struct slice text, size_t at)
{
	return at >= 1 && is_lower_or_digit(text.ptr[at - 1]) && is_upper(text.ptr[at]);
}

/* ([A-Z]+)([A-Z][a-z\d]+) */
static size_t capital_before_word(struct slice text, size_t at)
{
	return at >= 1 && is_upper(text.ptr[at - 1]) && is_upper(text.ptr[at]) && at + 1 < text.len &&
	       is_lower_or_digit(text.ptr[at + 1]);
}

static void split_words(struct buffer *text)
{
	static split_rule *const rules[] = {upper_before_digit, lower_before_capitals, lower_before_capital,
	                                    capital_before_word};
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		struct buffer split = {0};
		struct slice whole = buffer_as_slice(text);
		for (size_t at = 0; at < whole.len; at++) {
			if (rules[i](whole, at))
				buffer_byte(&split, ' ');
			buffer_byte(&split, whole.ptr[at]);
		}
		buffer_free(text);
		*text = split;
	}
}

static const char *slugify(struct arena *arena, struct slice base, bool split)
{
	struct buffer text = {0}, slug = {0};
	transliterate(name_normalize(arena, base), &text);
	if (split)
		split_words(&text);
	for (size_t i = 0; i < text.len; i++) {
		const char c = text.data[i];
		if (is_upper(c) || is_lower_or_digit(c))
			buffer_byte(&slug, c);
		else if (slug.len && slug.data[slug.len - 1] != '_')
			buffer_byte(&slug, '_');
	}
	if (slug.len && slug.data[slug.len - 1] == '_')
		slug.len--;
	const char *copy = arena_copy(arena, buffer_as_slice(&slug));
	buffer_free(&text);
	buffer_free(&slug);
	return copy;
}

const char *name_slug(struct arena *arena, struct slice base)
{
	return slugify(arena, base, true);
}

const char *media_ascii_words(struct arena *arena, struct slice text)
{
	return slugify(arena, text, false);
}

const char *name_make_hash(struct arena *arena, struct slice base)
{
	unsigned char chance[RANDOM_BYTES];
	if (RAND_bytes(chance, sizeof chance) != 1)
		abort();
	return arena_format(arena, "%s_%02x%02x%02x%02x%02x", name_slug(arena, base), chance[0], chance[1], chance[2],
	                    chance[3], chance[4]);
}
