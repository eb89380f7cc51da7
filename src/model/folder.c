#include "folder.h"

#include "member.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ends_in_json(const char *name)
{
	size_t len = strlen(name);
	return len > 5 && strcmp(name + len - 5, ".json") == 0;
}

static bool is_wanted(DIR *folder, const char *name, bool folders)
{
	struct stat status;
	if (name[0] == '.' || fstatat(dirfd(folder), name, &status, 0) != 0)
		return false;
	return folders ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode) && ends_in_json(name);
}

const char **folder_list(struct arena *arena, const char *path, bool folders, size_t *count)
{
	const char **names = NULL;
	size_t capacity = 0;
	*count = 0;
	DIR *folder = opendir(path);
	if (!folder)
		return NULL;
	for (struct dirent *entry; (entry = readdir(folder));) {
		if (!is_wanted(folder, entry->d_name, folders))
			continue;
		names = arena_grow(arena, names, *count, &capacity, sizeof *names);
		names[(*count)++] = arena_copy(arena, slice_of(entry->d_name));
	}
	closedir(folder);
	if (*count)
		qsort(names, *count, sizeof *names, compare_names);
	return names;
}

bool folder_is_link(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

bool folder_has_file(struct arena *arena, const char *directory, const char *path)
{
	return access(arena_format(arena, "%s/%s", directory, path), F_OK) == 0;
}

/* One byte more than allowed is read, so that a file too large is told from one that just fits. */
static bool read_all(int descriptor, char *bytes, size_t *len)
{
	while (*len <= MODEL_FILE_SIZE) {
		ssize_t got = read(descriptor, bytes + *len, MODEL_FILE_SIZE + 1 - *len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got == 0;
		*len += (size_t)got;
	}
	return true;
}

static bool read_open_file(struct mistakes *mistakes, int descriptor, const char *file, struct slice *content)
{
	struct stat status;
	if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
		mistakes_add(mistakes, file, "$", "no regular file");
		return false;
	}
	char *bytes = malloc(MODEL_FILE_SIZE + 1);
	size_t len = 0;
	bool done = bytes && read_all(descriptor, bytes, &len);
	if (done && len > MODEL_FILE_SIZE)
		mistakes_add(mistakes, file, "$", "larger than %d bytes", MODEL_FILE_SIZE);
	else if (done)
		*content = arena_copy_slice(mistakes->arena, (struct slice){bytes, len});
	else
		mistakes_add(mistakes, file, "$", "cannot be read: %s", strerror(errno));
	free(bytes);
	return done && len <= MODEL_FILE_SIZE;
}

bool folder_read_file(struct mistakes *mistakes, const char *directory, const char *file, struct slice *content)
{
	/* nonblocking, so that a pipe in the place of a file does not hold up the start */
	int descriptor =
	    open(arena_format(mistakes->arena, "%s/%s", directory, file), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (descriptor < 0) {
		mistakes_add(mistakes, file, "$", "cannot be read: %s", strerror(errno));
		return false;
	}
	bool done = read_open_file(mistakes, descriptor, file, content);
	close(descriptor);
	return done;
}
