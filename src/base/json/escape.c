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
			for (; left >= JSON_BLOCK && json_copy_plain(from, to); left -= JSON_BLOCK) {
				from += JSON_BLOCK;
				to += JSON_BLOCK;
			}
			if (!left)
				break;
			const size_t copied = json_copy_block(from, left, to);
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
			/* The next block begins with the character. */
			if (copied)
				continue;
			size_t length = slice_character((struct slice){from, left});
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
