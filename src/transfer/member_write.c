#include "member_write.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 64 * 1024, MODE = 0644 };

bool member_write_fail(const struct member_writer *writer, const char *what)
{
	return error_set(writer->error, 500, "InternalServerError", "%s: %s", what,
	                 libarchive.archive_errno(writer->archive) ? libarchive.archive_error_string(writer->archive)
	                                                           : strerror(errno));
}

static bool begin(const struct member_writer *writer, const char *name, int64_t size, time_t changed)
{
	struct archive_entry *entry = libarchive.archive_entry_new();
	libarchive.archive_entry_set_pathname(entry, name);
	libarchive.archive_entry_set_size(entry, size);
	libarchive.archive_entry_set_filetype(entry, AE_IFREG);
	libarchive.archive_entry_set_perm(entry, MODE);
	libarchive.archive_entry_set_mtime(entry, changed, 0);
	bool done = libarchive.archive_write_header(writer->archive, entry) == ARCHIVE_OK;
	libarchive.archive_entry_free(entry);
	return done || member_write_fail(writer, "The output can't be written");
}

static bool copy(const struct member_writer *writer, int file, int64_t size)
{
	static const char zeros[COPY_BYTES];
	char bytes[COPY_BYTES];
	for (int64_t at = 0; at < size;) {
		const size_t wanted = size - at < COPY_BYTES ? (size_t)(size - at) : COPY_BYTES;
		const ssize_t len = pread(file, bytes, wanted, at);
		if (len < 0)
			return member_write_fail(writer, "A file can't be read");
		if (libarchive.archive_write_data(writer->archive, len ? bytes : zeros, len ? (size_t)len : wanted) < 0)
			return member_write_fail(writer, "The output can't be written");
		at += len ? len : (ssize_t)wanted;
	}
	return true;
}

bool member_write_file(const struct member_writer *writer, const char *name, int file)
{
	struct stat stat;
	if (fstat(file, &stat) != 0)
		return member_write_fail(writer, "A file can't be read");
	return begin(writer, name, stat.st_size, stat.st_mtime) && copy(writer, file, stat.st_size);
}

bool member_write_text(const struct member_writer *writer, const char *name, struct slice text)
{
	if (!begin(writer, name, (int64_t)text.len, (time_t)(datetime_now() / 1000)))
		return false;
	return !text.len || libarchive.archive_write_data(writer->archive, text.ptr, text.len) >= 0 ||
	       member_write_fail(writer, "The output can't be written");
}
