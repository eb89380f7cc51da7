#include "s3.h"
#include "request.h"

enum { PART = 8 * 1024 * 1024, MOST_PARTS = 10000 };

/* ---- keys and urls ---- */

const char *s3_key(struct arena *arena, const struct config_s3 *s3, const char *path, const char *name)
{
	return arena_format(arena, "%s%s%s%s%s", s3->root_path ? s3->root_path : "", s3->root_path ? "/" : "",
	                    path ? path : "", path ? "/" : "", name);
}

const char *s3_url(struct arena *arena, const struct config_s3 *s3, const char *key)
{
	return s3->base_url ? arena_format(arena, "%s/%s", s3->base_url, key)
	                    : arena_format(arena, "%s/%s", s3_bucket_url(arena, s3), s3_encode(arena, key, true));
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	                              : -1;
}

static const char *decode(struct arena *arena, const char *text)
{
	char *copy = arena_copy(arena, slice_of(text)), *to = copy;
	for (const char *at = text; *at; at++) {
		if (*at == '%' && hex_digit(at[1]) >= 0 && hex_digit(at[2]) >= 0) {
			*to++ = (char)(hex_digit(at[1]) * 16 + hex_digit(at[2]));
			at += 2;
		} else {
			*to++ = *at;
		}
	}
	*to = '\0';
	return copy;
}

const char *s3_key_of_url(struct arena *arena, const struct config_s3 *s3, const char *url)
{
	const char *bases[] = {s3->base_url, s3_bucket_url(arena, s3)};
	for (size_t i = 0; i < COUNT_OF(bases); i++) {
		const size_t len = bases[i] ? strlen(bases[i]) : 0;
		if (!len || strncmp(url, bases[i], len) != 0 || url[len] != '/' || !url[len + 1])
			continue;
		return i ? decode(arena, url + len + 1) : url + len + 1;
	}
	return NULL;
}

/* ---- objects ---- */

static bool put_part(const struct s3_request *whole, const char *id, uint64_t part_size, unsigned number,
                     struct buffer *list, struct error *error)
{
	struct arena *arena = arena_create();
	const uint64_t offset = (uint64_t)(number - 1) * part_size, left = whole->size - offset;
	struct s3_request part = {
	    .s3 = whole->s3,
	    .method = "PUT",
	    .key = whole->key,
	    .query = arena_format(arena, "partNumber=%u&uploadId=%s", number, s3_encode(arena, id, false)),
	    .file = whole->file,
	    .offset = offset,
	    .size = left < part_size ? left : part_size,
	};
	bool done = s3_send(&part, false, error);
	if (done)
		buffer_format(list, "<Part><PartNumber>%u</PartNumber><ETag>%s</ETag></Part>", number, part.etag);
	buffer_free(&part.answer);
	arena_destroy(arena);
	return done;
}

static bool put_parts(const struct s3_request *whole, const char *id, struct buffer *list, struct error *error)
{
	uint64_t part_size = PART;
	while (part_size * MOST_PARTS < whole->size)
		part_size *= 2;
	for (unsigned number = 1; (uint64_t)(number - 1) * part_size < whole->size; number++)
		if (!put_part(whole, id, part_size, number, list, error))
			return false;
	return true;
}

static bool send_about(const struct s3_request *whole, const char *method, const char *query, struct slice text,
                       struct error *error)
{
	struct s3_request request = {
	    .s3 = whole->s3, .method = method, .key = whole->key, .query = query, .file = -1, .text = text};
	bool done = s3_send(&request, true, error);
	/* It may fail when its status was sent. */
	if (done && request.answer.len && memmem(request.answer.data, request.answer.len, "<Error>", 7)) {
		log_message(LOG_ERROR, "S3: %s of %s failed: %.*s", method, whole->key, (int)request.answer.len,
		            request.answer.data);
		done = error_set(error, 503, "ServiceUnavailableError", "The file could not be stored");
	}
	buffer_free(&request.answer);
	return done;
}

/* The text between <UploadId> and its end, in `arena`; NULL when there is none. */
static const char *upload_id(struct arena *arena, struct slice answer)
{
	static const char name[] = "<UploadId>";
	const char *start = answer.len ? memmem(answer.ptr, answer.len, name, sizeof name - 1) : NULL;
	if (!start)
		return NULL;
	start += sizeof name - 1;
	const char *end = memchr(start, '<', (size_t)(answer.ptr + answer.len - start));
	return end && end > start ? arena_copy(arena, (struct slice){start, (size_t)(end - start)}) : NULL;
}

static bool put_in_parts(struct s3_request *whole, struct error *error)
{
	struct arena *arena = arena_create();
	struct buffer list = {0};
	struct s3_request begin = *whole;
	begin.method = "POST";
	begin.query = "uploads=";
	begin.file = -1;
	bool done = s3_send(&begin, false, error);
	const char *id = done ? upload_id(arena, buffer_as_slice(&begin.answer)) : NULL;
	if (done && !id)
		done = error_set(error, 503, "ServiceUnavailableError", "S3 began no upload");
	if (id) {
		const char *query = arena_format(arena, "uploadId=%s", s3_encode(arena, id, false));
		struct error ignored;
		buffer_text(&list, "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
		done = put_parts(whole, id, &list, error);
		buffer_text(&list, "</CompleteMultipartUpload>");
		done = done && send_about(whole, "POST", query, buffer_as_slice(&list), error);
		if (!done)
			send_about(whole, "DELETE", query, (struct slice){0}, &ignored);
	}
	buffer_free(&list);
	buffer_free(&begin.answer);
	arena_destroy(arena);
	return done;
}

/* What a client says may hold anything. */
static bool is_header_value(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			return false;
	return true;
}

bool s3_put(const struct config_s3 *s3, const char *key, int file, uint64_t size, const char *type, struct error *error)
{
	struct s3_request request = {
	    .s3 = s3,
	    .method = "PUT",
	    .key = key,
	    .type = is_header_value(type) ? type : "application/octet-stream",
	    .creates = true,
	    .file = file,
	    .size = size,
	};
	if (size > PART)
		return put_in_parts(&request, error);
	bool done = s3_send(&request, false, error);
	buffer_free(&request.answer);
	return done;
}

bool s3_remove(const struct config_s3 *s3, const char *key, struct error *error)
{
	const struct s3_request whole = {.s3 = s3, .key = key};
	return send_about(&whole, "DELETE", NULL, (struct slice){0}, error);
}
