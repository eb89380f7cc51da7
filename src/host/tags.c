#include "tags.h"

/* Where a string ends that begins at `at`: behind its closing quote. */
static size_t skip_string(struct slice json, size_t at)
{
	for (at++; at < json.len && json.ptr[at] != '"'; at++)
		if (json.ptr[at] == '\\')
			at++;
	return at < json.len ? at + 1 : json.len;
}

void tags_escape(struct buffer *value)
{
	struct buffer escaped = {0};
	struct slice json = buffer_as_slice(value);
	if (!json.len || !memmem(json.ptr, json.len, "\"@", 2))
		return;
	for (size_t at = 0; at < json.len;) {
		size_t end = json.ptr[at] == '"' ? skip_string(json, at) : at + 1;
		buffer_byte(&escaped, json.ptr[at]);
		if (end - at > 2 && json.ptr[at + 1] == '@' && end < json.len && json.ptr[end] == ':')
			buffer_byte(&escaped, '@');
		buffer_add(&escaped, json.ptr + at + 1, end - at - 1);
		at = end;
	}
	buffer_free(value);
	*value = escaped;
}
