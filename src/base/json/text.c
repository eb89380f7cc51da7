#include "text.h"
#include "block.h"

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

size_t json_unescape(struct slice inner, char *text)
{
	size_t at = json_find_escape(inner, 0), length = at;
	memcpy(text, inner.ptr, at);
	while (at < inner.len) {
		if (inner.ptr[at] != '\\') {
			const size_t plain = json_find_escape(inner, at) - at;
			memcpy(text + length, inner.ptr + at, plain);
			length += plain;
			at += plain;
			continue;
		}
		const unsigned character = json_read_escape(inner, &at);
		char utf8[4];
		const size_t size =
		    json_encode_character(character >= 0xD800 && character < 0xE000 ? 0xFFFD : character, utf8);
		memcpy(text + length, utf8, size);
		length += size;
	}
	return length;
}

void json_encode_key(struct buffer *name, struct slice key)
{
	for (size_t nul; (nul = slice_find(key, '\0')) < key.len; key.ptr += nul + 1, key.len -= nul + 1) {
		buffer_add(name, key.ptr, nul);
		buffer_add(name, "\xC0\x80", 2);
	}
	buffer_slice(name, key);
}

struct slice json_unquote(struct arena *arena, struct slice json)
{
	const struct slice inner = {json.ptr + 1, json.len - 2};
	if (json_find_escape(inner, 0) == inner.len)
		return inner;
	char *text = arena_alloc_unset(arena, inner.len);
	return (struct slice){text, json_unescape(inner, text)};
}

size_t json_find_special(struct slice text, size_t at)
{
	size_t plain;
	for (; at < text.len; at += plain) {
		char copy[JSON_BLOCK];
		plain = json_copy_block(text.ptr + at, text.len - at, copy);
		/* A character that the block cuts off is whole in the next one. */
		if (!plain ||
		    (plain < JSON_BLOCK && at + plain < text.len && (unsigned char)text.ptr[at + plain] < 0x80))
			return at + plain;
	}
	return text.len;
}
