#include "buffer.h"

#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Twice as much, or just enough where that can't be had. */
static char *grow_large(struct buffer *buffer, size_t *cap, size_t needed)
{
	char *data = realloc(buffer->data, *cap);
	if (!data && *cap > needed)
		data = realloc(buffer->data, *cap = needed);
	return data;
}

bool buffer_grow(struct buffer *buffer, size_t more)
{
	if (more > SIZE_MAX / 4 || buffer->len > SIZE_MAX / 4)
		abort();
	size_t cap = buffer->cap ? buffer->cap * 2 : 512;
	while (cap - buffer->len < more)
		cap *= 2;
	char *data = buffer->large ? grow_large(buffer, &cap, buffer->len + more) : memory_resize(buffer->data, cap);
	if (!data) {
		buffer->failed = true;
		return false;
	}
	buffer->data = data;
	buffer->cap = cap;
	return true;
}

void buffer_free(struct buffer *buffer)
{
	free(buffer->data);
	*buffer = (struct buffer){.large = buffer->large};
}

const char *buffer_terminate(struct buffer *buffer)
{
	if (!buffer_reserve(buffer, 1))
		return "";
	buffer->data[buffer->len] = '\0';
	return buffer->data;
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	size_t room = buffer->cap - buffer->len;
	int length = vsnprintf(room ? buffer->data + buffer->len : NULL, room, format, args);
	va_end(args);
	bool fits = length > 0 && (size_t)length < room;
	if (length > 0 && !fits && buffer_reserve(buffer, (size_t)length + 1)) {
		vsnprintf(buffer->data + buffer->len, (size_t)length + 1, format, again);
		fits = true;
	}
	if (fits)
		buffer->len += (size_t)length;
	va_end(again);
}

void buffer_int(struct buffer *buffer, int64_t value)
{
	char digits[20];
	size_t at = sizeof digits;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		buffer_byte(buffer, '-');
	buffer_add(buffer, digits + at, sizeof digits - at);
}
