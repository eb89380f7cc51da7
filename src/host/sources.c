#include "sources.h"

#include "code_tokens.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 32 * 1024 * 1024, MOST_NAMES = 10000 };

void sources_init(struct sources *sources, struct arena *arena, const char *directory)
{
	*sources = (struct sources){.arena = arena, .directory = directory, .bytes_left = MOST_BYTES};
	sources->typescript = sources_has(sources, "tsconfig.json");
}

static const char *path_of(const struct sources *sources, const char *path)
{
	return arena_format(sources->arena, "%s/%s", sources->directory, path);
}

bool sources_has(const struct sources *sources, const char *path)
{
	return access(path_of(sources, path), F_OK) == 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_wanted(DIR *folder, const char *name, bool folders)
{
	struct stat status;
	return name[0] != '.' && fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
	       (folders ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode));
}

const char **sources_list(struct sources *sources, const char *path, bool folders, size_t *count)
{
	const char **names = NULL;
	size_t capacity = 0;
	*count = 0;
	DIR *folder = opendir(path_of(sources, path));
	if (!folder)
		return NULL;
	for (struct dirent *entry; *count < MOST_NAMES && (entry = readdir(folder));) {
		if (!is_wanted(folder, entry->d_name, folders))
			continue;
		names = arena_grow(sources->arena, names, *count, &capacity, sizeof *names);
		names[(*count)++] = arena_copy(sources->arena, slice_of(entry->d_name));
	}
	closedir(folder);
	if (*count)
		qsort(names, *count, sizeof *names, compare_names);
	return names;
}

static bool read_all(struct sources *sources, int descriptor, size_t size, struct slice *text)
{
	char *bytes = arena_alloc_unset(sources->arena, size + 1);
	size_t len = 0;
	while (len < size) {
		const ssize_t got = read(descriptor, bytes + len, size - len);
		if (got <= 0)
			break;
		len += (size_t)got;
	}
	sources->bytes_left -= len;
	*text = (struct slice){bytes, len};
	return len == size;
}

bool sources_read(struct sources *sources, const char *file, struct slice *text)
{
	struct stat status;
	const int descriptor = open(path_of(sources, file), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (descriptor < 0)
		return false;
	const bool fits = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 0 &&
	                  status.st_size <= CODE_LARGEST_FILE && (size_t)status.st_size <= sources->bytes_left;
	const bool done = fits && read_all(sources, descriptor, (size_t)status.st_size, text);
	close(descriptor);
	return done;
}

static bool ends_in(const char *name, const char *end)
{
	const size_t len = strlen(name), of_end = strlen(end);
	return len > of_end && strcmp(name + len - of_end, end) == 0;
}

size_t sources_stem(const struct sources *sources, const char *name)
{
	if (ends_in(name, ".js") || (sources->typescript && ends_in(name, ".ts") && !ends_in(name, ".d.ts")))
		return strlen(name) - 3;
	return 0;
}
