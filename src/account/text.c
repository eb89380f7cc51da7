#include "text.h"

#include "model/model.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <wctype.h>

static locale_t unicode;

static void make_locale(void)
{
	/* Part of the C library: it is always there. */
	unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static void prepare_locale(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, make_locale);
}

static uint32_t decode(struct slice text, size_t length)
{
	const unsigned char *at = (const unsigned char *)text.ptr;
	if (length == 1)
		return at[0];
	uint32_t code = at[0] & (length == 2 ? 0x1FU : length == 3 ? 0x0FU : 0x07U);
	for (size_t i = 1; i < length; i++)
		code = code << 6 | (at[i] & 0x3FU);
	return code;
}

static void encode(struct buffer *buffer, uint32_t code)
{
	if (code < 0x80) {
		buffer_byte(buffer, (char)code);
		return;
	}
	unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
	buffer_byte(buffer, (char)(heads[more] | code >> (6 * more)));
	while (more-- > 0)
		buffer_byte(buffer, (char)(0x80 | (code >> (6 * more) & 0x3F)));
}

static bool is_letter(uint32_t code)
{
	return unicode && iswalpha_l((wint_t)code, unicode);
}

/* A sigma behind a letter and before none: another form of it than elsewhere. */
static bool ends_word(uint32_t before, struct slice after)
{
	size_t length = after.len ? slice_character(after) : 0;
	return is_letter(before) && !(length && is_letter(decode(after, length)));
}

static void write_lower(struct buffer *lower, uint32_t before, uint32_t code, struct slice after)
{
	enum { I_WITH_DOT = 0x130, DOT_ABOVE = 0x307, SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2 };
	if (code == I_WITH_DOT) {
		encode(lower, 'i');
		encode(lower, DOT_ABOVE);
	} else if (code == SIGMA && ends_word(before, after)) {
		encode(lower, FINAL_SIGMA);
	} else {
		encode(lower, unicode ? (uint32_t)towlower_l((wint_t)code, unicode) : code);
	}
}

struct slice text_lower_case(struct arena *arena, struct slice text)
{
	struct buffer lower = {0};
	uint32_t before = 0;
	prepare_locale();
	while (text.len) {
		size_t length = slice_character(text);
		if (!length)
			break;
		uint32_t code = decode(text, length);
		write_lower(&lower, before, code, (struct slice){text.ptr + length, text.len - length});
		before = code;
		text.ptr += length;
		text.len -= length;
	}
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&lower));
	buffer_free(&lower);
	return copy;
}

/* The letter without its marks, as lodash's deburr has it: small ones from U+00E0 to U+017F. */
static void write_plain(struct buffer *buffer, uint32_t code)
{
	static const char latin1[] = "aaaaaa\1ceeeeiiiidnooooo ouuuuy\2y";
	static const char extended[] = "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii\3\3jjkkk"
				       "llllllllllnnnnnn\4nnoooooo\5\5rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
	static const char *const pairs[] = {"", "ae", "th", "ij", "'n", "oe"};
	char plain = 0;
	if (code >= 0xE0 && code <= 0xFF)
		plain = latin1[code - 0xE0];
	else if (code >= 0x100 && code <= 0x17F)
		plain = extended[code - 0x100];
	if (code == 0xDF)
		buffer_text(buffer, "ss");
	else if (plain == ' ' || (code >= 0x300 && code <= 0x36F))
		return;
	else if (plain > 0 && plain < (char)COUNT_OF(pairs))
		buffer_text(buffer, pairs[(unsigned char)plain]);
	else if (plain)
		buffer_byte(buffer, plain);
	else
		encode(buffer, code);
}

static bool is_combining(uint32_t code)
{
	return (code >= 0x300 && code <= 0x36F) || (code >= 0xFE20 && code <= 0xFE2F) ||
	       (code >= 0x20D0 && code <= 0x20FF);
}

/* Signs and blanks beyond ASCII between words, as lodash has them. */
static bool is_break(uint32_t code)
{
	return (code >= 0x80 && code <= 0xBF) || code == 0xD7 || code == 0xF7 || code == 0x1680 || code == 0x180E ||
	       (code >= 0x2000 && code <= 0x206F) || code == 0x3000 || code == 0xFEFF;
}

static bool is_picture(uint32_t code)
{
	return code >= 0x10000 || (code >= 0x2700 && code <= 0x27BF);
}

/* What belongs to the picture before it. */
static bool is_variant(uint32_t code)
{
	return code == 0xFE0E || code == 0xFE0F || (code >= 0x1F3FB && code <= 0x1F3FF);
}

/* A word of its own, with all that is joined to it. The bytes of it. */
static size_t write_picture(struct buffer *buffer, struct slice rest)
{
	enum { JOINER = 0x200D };
	size_t length = slice_character(rest), next;
	uint32_t code, before = 0;
	while (length < rest.len) {
		next = slice_character((struct slice){rest.ptr + length, rest.len - length});
		code = next ? decode((struct slice){rest.ptr + length, next}, next) : 0;
		if (!next || (!is_variant(code) && code != JOINER && before != JOINER))
			break;
		before = code;
		length += next;
	}
	buffer_byte(buffer, ' ');
	buffer_slice(buffer, (struct slice){rest.ptr, length});
	buffer_byte(buffer, ' ');
	return length;
}

/* As write_plain, of large letters too; apostrophes go, and signs become blanks. */
static void write_plain_sign(struct buffer *buffer, uint32_t code)
{
	enum { APOSTROPHE = 0x2019, I_WITH_DOT = 0x130 };
	if (is_combining(code) || code == APOSTROPHE)
		return;
	if (is_break(code)) {
		buffer_byte(buffer, ' ');
		return;
	}
	const bool latin = code >= 0xC0 && code <= 0x17F;
	const uint32_t small = latin && unicode ? (uint32_t)towlower_l((wint_t)code, unicode) : code;
	const size_t at = buffer->len;
	if (code == I_WITH_DOT)
		buffer_byte(buffer, 'I');
	else
		write_plain(buffer, small);
	if (small != code && buffer->len > at && buffer->data[at] >= 'a' && buffer->data[at] <= 'z')
		buffer->data[at] = (char)(buffer->data[at] - 'a' + 'A');
}

const char *text_role_code(struct arena *arena, struct slice name)
{
	struct buffer plain = {0};
	prepare_locale();
	while (name.len) {
		size_t length = slice_character(name);
		if (!length)
			break;
		const uint32_t code = decode(name, length);
		if (is_picture(code))
			length = write_picture(&plain, name);
		else
			write_plain_sign(&plain, code);
		name.ptr += length;
		name.len -= length;
	}
	const char *words = model_snake_case(arena, arena_copy(arena, buffer_as_slice(&plain)));
	char *kebab = (char *)arena_copy(arena, text_lower_case(arena, slice_of(words)));
	buffer_free(&plain);
	for (char *sign = kebab; *sign; sign++)
		if (*sign == '_')
			*sign = '-';
	return kebab;
}

const char *text_role_type(struct arena *arena, struct slice name)
{
	struct slice rest = text_lower_case(arena, name);
	struct buffer plain = {0};
	while (rest.len) {
		size_t length = slice_character(rest);
		if (!length)
			break;
		write_plain(&plain, decode(rest, length));
		rest.ptr += length;
		rest.len -= length;
	}
	const char *type = model_snake_case(arena, arena_copy(arena, buffer_as_slice(&plain)));
	buffer_free(&plain);
	return type;
}
