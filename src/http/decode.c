#include "http.h"

static int hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	if (digit >= 'A' && digit <= 'F')
		return digit - 'A' + 10;
	return -1;
}

size_t http_percent_decode(char *text, size_t len, bool plus_is_space)
{
	size_t to = 0;
	for (size_t from = 0; from < len; from++) {
		char c = text[from];
		if (c == '%') {
			if (len - from < 3)
				return SIZE_MAX;
			int high = hex_value(text[from + 1]), low = hex_value(text[from + 2]);
			if (high < 0 || low < 0)
				return SIZE_MAX;
			c = (char)(high << 4 | low);
			from += 2;
		} else if (c == '+' && plus_is_space) {
			c = ' ';
		}
		text[to++] = c;
	}
	return to;
}

/* Bytes that no request target may have as they are: controls and the space. */
static bool has_forbidden_byte(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.ptr[i] <= ' ' || text.ptr[i] == 127)
			return true;
	return false;
}

static bool decode_path(struct arena *arena, struct slice raw, struct slice *path, struct error *error)
{
	char *decoded = arena_copy(arena, raw);
	size_t len = http_percent_decode(decoded, raw.len, false);
	if (len == SIZE_MAX)
		return error_validation(error, "The path has invalid percent-encoding: %% must be followed by two "
		                               "hexadecimal digits");
	*path = (struct slice){decoded, len};
	if (memchr(decoded, '\0', len))
		return error_validation(error, "The path must not contain a NUL character");
	if (!slice_is_utf8(*path))
		return error_validation(error, "The path is not valid UTF-8");
	return true;
}

/* The query string goes on as it was sent; here it is only made sure that decoding it can't fail later. */
static bool check_query(struct arena *arena, struct slice query, struct error *error)
{
	char *decoded = arena_copy(arena, query);
	size_t len = http_percent_decode(decoded, query.len, false);
	if (len == SIZE_MAX)
		return error_validation(error, "The query string has invalid percent-encoding: %% must be followed by "
		                               "two hexadecimal digits");
	if (!slice_is_utf8((struct slice){decoded, len}))
		return error_validation(error, "The query string is not valid UTF-8");
	return true;
}

/* Appends `part`; where it does not decode to UTF-8, with each % in it as a character of its own. */
static void append_mended(struct arena *arena, struct slice part, char *to, size_t *len)
{
	char *decoded = arena_copy(arena, part);
	const size_t decoded_len = http_percent_decode(decoded, part.len, false);
	const bool sound = decoded_len != SIZE_MAX && slice_is_utf8((struct slice){decoded, decoded_len});
	for (size_t i = 0; i < part.len; i++) {
		to[(*len)++] = part.ptr[i];
		if (part.ptr[i] == '%' && !sound) {
			to[(*len)++] = '2';
			to[(*len)++] = '5';
		}
	}
}

static void append_parameter(struct arena *arena, struct slice part, char *to, size_t *len)
{
	const size_t name = slice_find(part, '=');
	append_mended(arena, (struct slice){part.ptr, name}, to, len);
	if (name == part.len)
		return;
	to[(*len)++] = '=';
	append_mended(arena, (struct slice){part.ptr + name + 1, part.len - name - 1}, to, len);
}

/* Appends the parts between `separator`, each as `append` does. */
static void append_parts(struct arena *arena, struct slice text, char separator,
                         void append(struct arena *, struct slice, char *, size_t *), char *to, size_t *len)
{
	for (size_t at = 0; at <= text.len;) {
		const struct slice rest = {text.ptr + at, text.len - at};
		const struct slice part = {rest.ptr, slice_find(rest, separator)};
		append(arena, part, to, len);
		if (part.len < rest.len)
			to[(*len)++] = separator;
		at += part.len + 1;
	}
}

struct slice http_mend_target(struct arena *arena, struct slice target)
{
	const size_t at = slice_find(target, '?');
	char *mended = arena_alloc(arena, 3 * target.len + 2);
	size_t len = 0;
	append_parts(arena, (struct slice){target.ptr, at}, '/', append_mended, mended, &len);
	if (at == target.len)
		return (struct slice){mended, len};
	mended[len++] = '?';
	append_parts(arena, (struct slice){target.ptr + at + 1, target.len - at - 1}, '&', append_parameter, mended,
	             &len);
	return (struct slice){mended, len};
}

/* Proxies may send the absolute form, "http://host/path?query": the part behind the authority counts. */
static struct slice without_authority(struct slice target)
{
	size_t skip = 0;
	if (target.len >= 7 && slice_equals_ignoring_case((struct slice){target.ptr, 7}, SLICE("http://")))
		skip = 7;
	else if (target.len >= 8 && slice_equals_ignoring_case((struct slice){target.ptr, 8}, SLICE("https://")))
		skip = 8;
	if (!skip)
		return target;
	while (skip < target.len && target.ptr[skip] != '/' && target.ptr[skip] != '?')
		skip++;
	return (struct slice){target.ptr + skip, target.len - skip};
}

struct slice http_raw_path(struct slice target)
{
	struct slice rest = without_authority(target);
	if (rest.ptr != target.ptr && (!rest.len || rest.ptr[0] == '?'))
		return SLICE("/");
	return (struct slice){rest.ptr, slice_find(rest, '?')};
}

struct slice http_raw_query(struct slice target)
{
	const size_t at = slice_find(target, '?');
	return at == target.len ? SLICE("") : (struct slice){target.ptr + at + 1, target.len - at - 1};
}

bool http_has_slash_within(const struct http_request *request)
{
	const struct slice raw = request->raw_path;
	/* Mostly nothing was encoded. */
	if (raw.len == request->path.len)
		return false;
	for (size_t i = 0; i + 2 < raw.len; i++)
		if (raw.ptr[i] == '%' && raw.ptr[i + 1] == '2' && (raw.ptr[i + 2] | 0x20) == 'f')
			return true;
	return false;
}

bool http_split_path(struct slice path, struct arena *arena, struct slice *parts, size_t most, size_t *count)
{
	struct slice rest = path, part;
	*count = 0;
	if (!rest.len || rest.ptr[0] != '/')
		return false;
	rest.ptr++;
	rest.len--;
	if (rest.len && rest.ptr[rest.len - 1] == '/')
		rest.len--;
	while (slice_split(&rest, '/', &part)) {
		if (!part.len || *count == most)
			return false;
		if (arena) {
			char *decoded = arena_copy(arena, part);
			part.len = http_percent_decode(decoded, part.len, false);
			part.ptr = decoded;
		}
		if (part.len == SIZE_MAX)
			return false;
		parts[(*count)++] = part;
	}
	return *count > 0;
}

bool http_split_target(struct slice target, struct arena *arena, struct slice *path, struct slice *query,
                       struct error *error)
{
	*path = *query = SLICE("");
	if (has_forbidden_byte(target))
		return error_validation(error, "The request target must not contain spaces or control characters");
	/* A proxy takes it for the end of the path, and passes it on. */
	if (memchr(target.ptr, '#', target.len))
		return error_validation(error,
		                        "The request target must not have a fragment: # is %%23 in a path or query");
	struct slice rest = without_authority(target);
	size_t end = slice_find(rest, '?');
	struct slice raw = {rest.ptr, end};
	if (end < rest.len)
		*query = (struct slice){rest.ptr + end + 1, rest.len - end - 1};
	if (!raw.len && rest.ptr != target.ptr)
		raw = SLICE("/");
	if (!slice_is(raw, "*") && (!raw.len || raw.ptr[0] != '/'))
		return error_validation(error, "The request target must begin with /");
	return decode_path(arena, raw, path, error) && check_query(arena, *query, error);
}
