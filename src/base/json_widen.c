#include "json_widen.h"

#include "buffer.h"

/* Fewer digits always fit. */
enum { DIGITS_OF_INT64 = 19 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Behind the string that begins at `at`. */
static size_t skip_string(struct slice text, size_t at)
{
	for (at++; at < text.len && text.ptr[at] != '"'; at++)
		at += text.ptr[at] == '\\';
	return at + 1;
}

/* Behind the number that begins at `at`; `wide` when it is an integer that does not fit. */
static size_t skip_number(struct slice text, size_t at, bool *wide)
{
	size_t begin = at;
	int64_t value;
	at += text.ptr[at] == '-';
	while (at < text.len && is_digit(text.ptr[at]))
		at++;
	struct slice integer = {text.ptr + begin, at - begin};
	size_t end = at;
	while (end < text.len && (is_digit(text.ptr[end]) || strchr("+-.eE", text.ptr[end])) && text.ptr[end])
		end++;
	*wide = end == at && integer.len >= DIGITS_OF_INT64 && !slice_to_int64(integer, &value);
	return end;
}

struct slice json_widen_integers(struct arena *arena, struct slice text)
{
	struct buffer widened = {0};
	size_t copied = 0;
	for (size_t at = 0; at < text.len;) {
		bool wide = false;
		if (text.ptr[at] == '"')
			at = skip_string(text, at);
		else if (text.ptr[at] == '-' || is_digit(text.ptr[at]))
			at = skip_number(text, at, &wide);
		else
			at++;
		if (!wide)
			continue;
		buffer_add(&widened, text.ptr + copied, at - copied);
		buffer_text(&widened, ".0");
		copied = at;
	}
	if (!copied)
		return text;
	buffer_add(&widened, text.ptr + copied, text.len - copied);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&widened));
	buffer_free(&widened);
	return copy;
}
