/* What a file is, by libmagic. It is asked only where the configuration has lists of types. */
#include "types.h"

#include "libmagic.h"
#include <unistd.h>

enum { LOOKED_AT = 64 * 1024 };

/* "image/png", "image/…" with a star in place of the rest, or a star alone. */
static bool matches(struct slice type, const char *pattern)
{
	struct slice wanted = slice_of(pattern);
	type = slice_trim((struct slice){type.ptr, slice_find(type, ';')});
	if (slice_is(wanted, "*") || slice_is(wanted, "*/*"))
		return true;
	if (wanted.len > 2 && wanted.ptr[wanted.len - 1] == '*' && wanted.ptr[wanted.len - 2] == '/') {
		wanted.len--;
		return type.len > wanted.len &&
		       slice_equals_ignoring_case((struct slice){type.ptr, wanted.len}, wanted);
	}
	return slice_equals_ignoring_case(type, wanted);
}

static bool is_listed(struct slice type, const char **list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (matches(type, list[i]))
			return true;
	return false;
}

static bool allows(const struct config_uploads *uploads, struct slice type, bool guessed)
{
	if (is_listed(type, uploads->denied_types, uploads->denied_type_count))
		return false;
	/* What has no signature may be anything. */
	if (guessed && (slice_is(type, "application/octet-stream") || slice_is(type, "text/plain")))
		return true;
	return !uploads->allowed_type_count || is_listed(type, uploads->allowed_types, uploads->allowed_type_count);
}

static bool refuse(struct slice type, struct error *error)
{
	return error_set(error, 400, "ValidationError", "Files of the type %.*s are not allowed",
	                 slice_shown_length(type, 100), type.ptr);
}

bool types_check(const struct config_uploads *uploads, struct slice said, struct slice extension, int file,
                 struct error *error)
{
	char beginning[LOOKED_AT];
	const char *by_name = media_type_of(extension);
	if (!uploads->allowed_type_count && !uploads->denied_type_count)
		return true;
	if (!allows(uploads, said, false))
		return refuse(said, error);
	if (by_name && !allows(uploads, slice_of(by_name), false))
		return refuse(slice_of(by_name), error);
	if (!libmagic_load(error))
		return false;
	ssize_t len = pread(file, beginning, sizeof beginning, 0);
	magic_t magic = libmagic.magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR);
	if (len < 0 || !magic || libmagic.magic_load(magic, NULL) != 0) {
		if (magic)
			libmagic.magic_close(magic);
		return error_internal(error, "what an uploaded file is can't be told: libmagic has no database");
	}
	const char *found = len ? libmagic.magic_buffer(magic, beginning, (size_t)len) : NULL;
	struct slice type = slice_of(found);
	bool fine = !found || allows(uploads, type, true);
	if (!fine)
		refuse(type, error);
	libmagic.magic_close(magic);
	return fine;
}
