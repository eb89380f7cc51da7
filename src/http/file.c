#include "http.h"

#include "kept_files.h"

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

struct range {
	uint64_t first, len;
};

enum range_kind { RANGE_NONE, RANGE_ONE, RANGE_OUTSIDE };

/* Digits and nothing else. What does not fit is as far away as can be. */
static bool read_number(struct slice text, uint64_t *number)
{
	*number = 0;
	for (size_t i = 0; i < text.len; i++) {
		unsigned digit = (unsigned)(text.ptr[i] - '0');
		if (digit > 9)
			return false;
		*number = *number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *number * 10 + digit;
	}
	return text.len > 0;
}

/* RFC 9110, 14.1.2. What is malformed, or of another unit, is as if it were not there. */
static enum range_kind read_range(struct slice header, uint64_t size, struct range *range)
{
	static const size_t unit = sizeof "bytes=" - 1;
	uint64_t first, last;
	if (header.len < unit || !slice_equals_ignoring_case((struct slice){header.ptr, unit}, SLICE("bytes=")))
		return RANGE_NONE;
	struct slice spec = {header.ptr + unit, header.len - unit};
	size_t dash = slice_find(spec, '-');
	if (dash == spec.len)
		return RANGE_NONE;
	struct slice from = slice_trim((struct slice){spec.ptr, dash});
	struct slice to = slice_trim((struct slice){spec.ptr + dash + 1, spec.len - dash - 1});
	if (!from.len) {
		if (!read_number(to, &last))
			return RANGE_NONE;
		if (last > size)
			last = size;
		*range = (struct range){size - last, last};
		return last ? RANGE_ONE : RANGE_OUTSIDE;
	}
	if (!read_number(from, &first) || (to.len && !read_number(to, &last)))
		return RANGE_NONE;
	if (!to.len || last >= size)
		last = size ? size - 1 : 0;
	if (first >= size)
		return RANGE_OUTSIDE;
	if (last < first)
		return RANGE_NONE;
	*range = (struct range){first, last - first + 1};
	return RANGE_ONE;
}

/* Is the etag in the list of a header? Weak ones count as well: the bytes are compared by nobody. */
static bool names_etag(struct slice list, struct slice etag)
{
	struct slice part;
	while (slice_split(&list, ',', &part)) {
		part = slice_trim(part);
		if (slice_starts_with(part, SLICE("W/")))
			part = (struct slice){part.ptr + 2, part.len - 2};
		if (slice_equals(part, etag) || slice_is(part, "*"))
			return true;
	}
	return false;
}

/* A date of HTTP in its only form that is still sent: "Sun, 06 Nov 1994 08:49:37 GMT". -1 for any other. */
static int64_t read_date(struct slice header)
{
	char copy[64];
	struct tm parts = {0};
	if (!header.len || header.len >= sizeof copy)
		return -1;
	memcpy(copy, header.ptr, header.len);
	copy[header.len] = '\0';
	const char *end = strptime(copy, "%a, %d %b %Y %H:%M:%S GMT", &parts);
	return end && !*end ? (int64_t)timegm(&parts) : -1;
}

static const char *write_date(struct arena *arena, int64_t seconds)
{
	char *text = arena_array(arena, DATETIME_HTTP_SIZE, 1);
	datetime_format_http(seconds, text);
	return text;
}

/* RFC 9110, 13.2.2: 304, 412, or 200 where the request is to be answered. */
static int check_conditions(const struct http_request *request, const struct http_file *file)
{
	struct slice match = http_header(request, "If-Match"), none = http_header(request, "If-None-Match");
	const struct slice etag = slice_of(file->etag);
	int64_t date;
	if (match.len) {
		if (etag.len && !names_etag(match, etag))
			return 412;
	} else if (file->modified) {
		date = read_date(http_header(request, "If-Unmodified-Since"));
		if (date >= 0 && file->modified > date)
			return 412;
	}
	if (none.len)
		return etag.len && names_etag(none, etag) ? 304 : 200;
	date = read_date(http_header(request, "If-Modified-Since"));
	return file->modified && date >= 0 && file->modified <= date ? 304 : 200;
}

/* A part is wanted only of the version that the client has the other parts of. */
static bool wants_part(const struct http_request *request, const struct http_file *file)
{
	struct slice condition = http_header(request, "If-Range");
	if (!condition.len)
		return true;
	if (file->etag && slice_is(condition, file->etag))
		return true;
	return file->modified && read_date(condition) == file->modified;
}

static void refuse_range(struct http_request const *request, struct http_response *response, uint64_t size)
{
	struct error error;
	error_set(&error, 416, "RangeNotSatisfiableError", "The range lies outside of the %" PRIu64 " bytes", size);
	http_respond_error(response, &error);
	http_add_field(response, "Content-Range", arena_format(request->arena, "bytes */%" PRIu64, size));
}

static void refuse_condition(struct http_response *response)
{
	struct error error;
	error_set(&error, 412, "PreconditionFailedError", "The file is not the one that the request's condition names");
	http_respond_error(response, &error);
}

void http_close_file(const struct http_file_part *file)
{
	if (file->kept)
		kept_file_release(file->kept);
	else
		close(file->descriptor);
}

void http_respond_file(const struct http_request *request, struct http_response *response, const struct http_file *file)
{
	struct range range = {0, file->size};
	enum range_kind kind = RANGE_NONE;
	struct http_file_part part = {.descriptor = file->descriptor, .kept = file->kept};
	response->body.len = 0;
	response->status = 200;
	if (!file->whole)
		http_add_field(response, "Accept-Ranges", "bytes");
	if (file->etag)
		http_add_field(response, "ETag", file->etag);
	if (file->modified)
		http_add_field(response, "Last-Modified", write_date(request->arena, file->modified));
	response->status = check_conditions(request, file);
	if (response->status != 200) {
		if (response->status == 412)
			refuse_condition(response);
		http_close_file(&part);
		return;
	}
	if (!file->whole && wants_part(request, file))
		kind = read_range(http_header(request, "Range"), file->size, &range);
	if (kind == RANGE_OUTSIDE) {
		refuse_range(request, response, file->size);
		http_close_file(&part);
		return;
	}
	if (kind == RANGE_ONE) {
		response->status = 206;
		http_add_field(response, "Content-Range",
		               arena_format(request->arena, "bytes %" PRIu64 "-%" PRIu64 "/%" PRIu64, range.first,
		                            range.first + range.len - 1, file->size));
	}
	part.offset = range.first;
	part.len = range.len;
	response->has_file = true;
	response->file = part;
}
