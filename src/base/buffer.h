/* A growing run of bytes: response bodies, SQL text. */
#ifndef LECTERN_BASE_BUFFER_H
#define LECTERN_BASE_BUFFER_H

#include "slice.h"

struct buffer {
	char *data;      /* malloc'd; NULL while nothing was written. Not terminated */
	size_t len, cap; /* bytes written, bytes held */
	bool large;      /* set by its owner, which checks `failed`: it may grow without end */
	bool failed;     /* there was no memory for what was written: some of it is left out */
};

/* Makes room for `more` bytes where there is too little. Only buffer_reserve calls it. */
bool buffer_grow(struct buffer *buffer, size_t more);

/* Room for `more` bytes. False, with `failed` set, when a large buffer does not get it. Any other one takes from the
 * reserve of memory.h: there it is always true. */
static inline bool buffer_reserve(struct buffer *buffer, size_t more)
{
	return buffer->cap - buffer->len >= more || buffer_grow(buffer, more);
}

/* Frees what it holds: it is empty then. */
void buffer_free(struct buffer *buffer);

/* A terminating NUL behind the text, not counted in len. Returns data. */
const char *buffer_terminate(struct buffer *buffer);

void buffer_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_int(struct buffer *buffer, int64_t value);

static inline void buffer_add(struct buffer *buffer, const char *text, size_t len)
{
	if (!buffer_reserve(buffer, len))
		return;
	if (len)
		memcpy(buffer->data + buffer->len, text, len);
	buffer->len += len;
}

static inline void buffer_slice(struct buffer *buffer, struct slice text)
{
	buffer_add(buffer, text.ptr, text.len);
}

static inline void buffer_text(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}

static inline void buffer_byte(struct buffer *buffer, char byte)
{
	if (!buffer_reserve(buffer, 1))
		return;
	buffer->data[buffer->len++] = byte;
}

static inline struct slice buffer_as_slice(const struct buffer *buffer)
{
	return (struct slice){buffer->data, buffer->len};
}

#endif
