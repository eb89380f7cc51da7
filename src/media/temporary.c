#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READABLE = 0644 };

/* Where the folder leads is the operator's choice: it may be a link. */
int temporary_open_folder(const struct config *config, bool make)
{
	struct arena *arena = arena_create();
	const char *public = config->files.directory, *uploads = arena_format(arena, "%s/uploads", public);
	int folder = open(uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0 && errno == ENOENT && make) {
		mkdir(public, 0755);
		mkdir(uploads, 0755);
		folder = open(uploads, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	int number = errno;
	arena_destroy(arena);
	errno = number;
	return folder;
}

bool temporary_need_folder(struct media *media, struct error *error)
{
	pthread_mutex_lock(&media->lock);
	if (media->folder < 0)
		media->folder = temporary_open_folder(media->config, true);
	bool done = media->folder >= 0 || temporary_disk_error(errno, error);
	pthread_mutex_unlock(&media->lock);
	return done;
}

void temporary_hidden_name(const char *prefix, char name[TEMPORARY_NAME])
{
	unsigned char chance[8];
	if (RAND_bytes(chance, sizeof chance) != 1)
		abort();
	int len = snprintf(name, TEMPORARY_NAME, ".%s-", prefix);
	for (size_t i = 0; i < sizeof chance; i++)
		len += snprintf(name + len, (size_t)(TEMPORARY_NAME - len), "%02x", chance[i]);
}

bool temporary_disk_error(int number, struct error *error)
{
	if (number == ENOSPC || number == EDQUOT || number == EFBIG)
		return error_set(error, 507, "InsufficientStorageError", "The disk has no room left for the file");
	if (number == ENAMETOOLONG)
		return error_set(error, 400, "ApplicationError", "File name is too long");
	return error_internal(error, "an uploaded file can't be written: %s", strerror(number));
}

bool temporary_create(struct media *media, struct temporary *temporary, struct error *error)
{
	*temporary = (struct temporary){.file = -1};
	if (!atomic_load(&media->named)) {
		temporary->file = openat(media->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, READABLE);
		if (temporary->file >= 0)
			return true;
		if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT)
			return temporary_disk_error(errno, error);
		atomic_store(&media->named, true);
	}
	temporary_hidden_name("tmp", temporary->name);
	temporary->file =
	    openat(media->folder, temporary->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, READABLE);
	if (temporary->file < 0)
		return temporary_disk_error(errno, error);
	/* Who starts beside this process sees that it is in use. */
	flock(temporary->file, LOCK_EX | LOCK_NB);
	return true;
}

bool temporary_link(const struct media *media, const struct temporary *temporary, const char *name)
{
	char path[64];
	if (temporary->name[0])
		return linkat(media->folder, temporary->name, media->folder, name, 0) == 0;
	snprintf(path, sizeof path, "/proc/self/fd/%d", temporary->file);
	return linkat(AT_FDCWD, path, media->folder, name, AT_SYMLINK_FOLLOW) == 0;
}

void temporary_remove(const struct media *media, struct temporary *temporary)
{
	if (temporary->file < 0)
		return;
	if (temporary->name[0])
		unlinkat(media->folder, temporary->name, 0);
	close(temporary->file);
	temporary->file = -1;
}

bool temporary_write(const struct temporary *temporary, struct slice bytes, struct error *error)
{
	while (bytes.len) {
		ssize_t written = write(temporary->file, bytes.ptr, bytes.len);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return temporary_disk_error(written ? errno : ENOSPC, error);
		bytes = (struct slice){bytes.ptr + written, bytes.len - (size_t)written};
	}
	return true;
}
