#include "text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* ---- read ---- */

bool json_read_hex(struct slice text, size_t at, unsigned *value)
{
	*value = 0;
	if (text.len < at + 4)
		return false;
	for (size_t i = at; i < at + 4; i++) {
		unsigned digit = (unsigned char)text.ptr[i], letter = digit | 32;
		if (digit >= '0' && digit <= '9')
			digit -= '0';
		else if (letter >= 'a' && letter <= 'f')
			digit = letter - 'a' + 10;
		else
			return false;
		*value = *value << 4 | digit;
	}
	return true;
}

/* Behind \u, at the digits. */
static unsigned read_unicode(struct slice text, size_t *at)
{
	unsigned code, low;
	json_read_hex(text, *at, &code);
	*at += 4;
	if (code < 0xD800 || code >= 0xDC00 || text.len < *at + 6 || text.ptr[*at] != '\\' ||
	    text.ptr[*at + 1] != 'u' || !json_read_hex(text, *at + 2, &low) || low < 0xDC00 || low >= 0xE000)
		return code;
	*at += 6;
	return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
}

unsigned json_read_escape(struct slice text, size_t *at)
{
	char escape = text.ptr[*at + 1];
	*at += 2;
	switch (escape) {
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	case 'u':
		return read_unicode(text, at);
	default:
		return (unsigned char)escape;
	}
}

size_t json_find_escape(struct slice text, size_t at)
{
	const char *found = memchr(text.ptr + at, '\\', text.len - at);
	return found ? (size_t)(found - text.ptr) : text.len;
}

size_t json_encode_character(unsigned character, char utf8[4])
{
	size_t length = 0;
	if (character < 0x80) {
		utf8[0] = (char)character;
		return 1;
	}
	if (character < 0x800) {
		utf8[length++] = (char)(0xC0 | character >> 6);
	} else {
		if (character < 0x10000) {
			utf8[length++] = (char)(0xE0 | character >> 12);
		} else {
			utf8[length++] = (char)(0xF0 | character >> 18);
			utf8[length++] = (char)(0x80 | (character >> 12 & 0x3F));
		}
		utf8[length++] = (char)(0x80 | (character >> 6 & 0x3F));
	}
	utf8[length++] = (char)(0x80 | (character & 0x3F));
	return length;
}

struct slice json_unquote(struct arena *arena, struct slice json)
{
	const struct slice inner = {json.ptr + 1, json.len - 2};
	size_t at = json_find_escape(inner, 0), length = at;
	if (at == inner.len)
		return inner;
	/* No escape is shorter than what it stands for. */
	char *text = arena_alloc_unset(arena, inner.len);
	memcpy(text, inner.ptr, at);
	while (at < inner.len) {
		if (inner.ptr[at] != '\\') {
			text[length++] = inner.ptr[at++];
			continue;
		}
		unsigned character = json_read_escape(inner, &at);
		char utf8[4];
		size_t size =
		    json_encode_character(character >= 0xD800 && character < 0xE000 ? 0xFFFD : character, utf8);
		memcpy(text + length, utf8, size);
		length += size;
	}
	return (struct slice){text, length};
}

/* ---- written ---- */

/* Which bytes can't stand in a JSON string as they are. */
static const unsigned char needs_escape[256] = {
    [0] = 1,  [1] = 1,  [2] = 1,  [3] = 1,  [4] = 1,  [5] = 1,   [6] = 1,    [7] = 1,  [8] = 1,
    [9] = 1,  [10] = 1, [11] = 1, [12] = 1, [13] = 1, [14] = 1,  [15] = 1,   [16] = 1, [17] = 1,
    [18] = 1, [19] = 1, [20] = 1, [21] = 1, [22] = 1, [23] = 1,  [24] = 1,   [25] = 1, [26] = 1,
    [27] = 1, [28] = 1, [29] = 1, [30] = 1, [31] = 1, ['"'] = 1, ['\\'] = 1,
};

static void write_escape(struct buffer *buffer, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";
	char short_form = 0;
	switch (byte) {
	case '"':
	case '\\':
		short_form = (char)byte;
		break;
	case '\b':
		short_form = 'b';
		break;
	case '\f':
		short_form = 'f';
		break;
	case '\n':
		short_form = 'n';
		break;
	case '\r':
		short_form = 'r';
		break;
	case '\t':
		short_form = 't';
		break;
	}
	if (short_form) {
		buffer_add(buffer, (char[]){'\\', short_form}, 2);
		return;
	}
	buffer_add(buffer, (char[]){'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]}, 6);
}

/* True for bytes that can't be copied without a look: control characters, '"', '\\' and what is not ASCII. */
static bool is_special(char c)
{
	return needs_escape[(unsigned char)c] || (unsigned char)c >= 0x80;
}

size_t json_find_special(struct slice text, size_t at)
{
#ifdef __SSE2__
	/* Sixteen bytes at once. Compared as signed numbers, bytes that are not ASCII are below ' ', too. */
	const __m128i space = _mm_set1_epi8(' '), quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
	for (; text.len - at >= sizeof(__m128i); at += sizeof(__m128i)) {
		__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text.ptr + at));
		__m128i found =
		    _mm_or_si128(_mm_cmplt_epi8(bytes, space),
		                 _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
		int mask = _mm_movemask_epi8(found);
		if (mask)
			return at + (size_t)__builtin_ctz((unsigned)mask);
	}
#endif
	while (at < text.len && !is_special(text.ptr[at]))
		at++;
	return at;
}

/* What stands between the quotes. */
void json_write_inner(struct buffer *buffer, struct slice text)
{
	for (size_t from = 0, at = 0;;) {
		at = json_find_special(text, at);
		size_t character = at == text.len ? 0 : slice_character((struct slice){text.ptr + at, text.len - at});
		/* Characters that are not ASCII seldom stand alone. */
		if (character > 1) {
			do
				at += character;
			while (at < text.len && (unsigned char)text.ptr[at] >= 0x80 &&
			       (character = slice_character((struct slice){text.ptr + at, text.len - at})) > 1);
			continue;
		}
		buffer_add(buffer, text.ptr + from, at - from);
		if (at == text.len)
			return;
		/* A byte that is no UTF-8 is shown as the replacement character. */
		if (character)
			write_escape(buffer, (unsigned char)text.ptr[at]);
		else
			buffer_add(buffer, "\xEF\xBF\xBD", 3);
		from = ++at;
	}
}

void json_write_name(struct buffer *buffer, struct slice name)
{
	json_next(buffer);
	json_write_string(buffer, name);
	buffer_byte(buffer, ':');
}

void json_write_string(struct buffer *buffer, struct slice text)
{
	if (!buffer_reserve(buffer, text.len + 2))
		return;
	buffer_byte(buffer, '"');
	json_write_inner(buffer, text);
	buffer_byte(buffer, '"');
}
