/* Strings as JSON. */
#include "escape.h"
#include "block.h"

/* What stands behind the backslash of a byte's short escape; 0: it has none. */
static const char short_escapes[0x80] = {
    ['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't',
};

/* Returns where the next byte stands. */
static inline char *write_escape(char *to, unsigned char byte)
{
	static const char hex[] = "0123456789abcdef";
	*to++ = '\\';
	if (short_escapes[byte]) {
		*to++ = short_escapes[byte];
		return to;
	}
	memcpy(to, "u00", 3);
	to[3] = hex[byte >> 4];
	to[4] = hex[byte & 15];
	return to + 5;
}

static inline bool follows(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Bytes of the character at the front, which is not ASCII; 0: it is no UTF-8. The two kinds of most languages are told
 * without a call. */
static inline size_t measure(const char *from, size_t left)
{
	unsigned char byte = (unsigned char)*from;
	if (byte >= 0xC2 && byte <= 0xDF && left >= 2 && follows(from[1]))
		return 2;
	if (byte >= 0xE1 && byte <= 0xEF && byte != 0xED && left >= 3 && follows(from[1]) && follows(from[2]))
		return 3;
	return slice_character((struct slice){from, left});
}

/* Copies a block and returns how many of its bytes, from the first on, are what stands in the JSON string: plain ones
 * and whole characters that are not ASCII. */
static inline size_t copy_block(const char *from, size_t left, char *to)
{
	const unsigned special = json_copy_block(from, left, to);
	size_t at = (size_t)__builtin_ctz(special), length;
	while (at < JSON_BLOCK && at < left && (unsigned char)from[at] >= 0x80) {
		length = measure(from + at, left - at);
		if (!length || at + length > JSON_BLOCK)
			break;
		at += length;
		at += (size_t)__builtin_ctz(special >> at);
	}
	return at;
}

void json_write_inner(struct buffer *buffer, struct slice text)
{
	const char *from = text.ptr;
	size_t left = text.len;
	while (left) {
		/* A block is copied whole; an escape takes five bytes more than what it stands for. */
		if (!buffer_reserve(buffer, left + JSON_BLOCK))
			return;
		char *to = buffer->data + buffer->len;
		const char *const last = buffer->data + buffer->cap - JSON_BLOCK;
		/* As long as there is room for what is left. */
		while (left && (ptrdiff_t)left <= last - to) {
			size_t copied = copy_block(from, left, to);
			from += copied;
			to += copied;
			left -= copied;
			if (copied == JSON_BLOCK || !left)
				continue;
			if ((unsigned char)*from < 0x80) {
				to = write_escape(to, (unsigned char)*from++);
				left--;
				continue;
			}
			size_t length = measure(from, left);
			if (!length) {
				/* What is no UTF-8 is shown as the replacement character. */
				memcpy(to, "\xEF\xBF\xBD", 3);
				to += 3;
				from++;
				left--;
				continue;
			}
			left -= length;
			for (const char *end = from + length; from < end;)
				*to++ = *from++;
		}
		buffer->len = (size_t)(to - buffer->data);
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
	if (!buffer_reserve(buffer, text.len + JSON_BLOCK + 2))
		return;
	buffer_byte(buffer, '"');
	json_write_inner(buffer, text);
	buffer_byte(buffer, '"');
}
