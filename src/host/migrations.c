/* Migrations: Strapi runs the files database/migrations/NAME.js and NAME.sql when it starts, each once. */
#include "host.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_MIGRATIONS = 1000 };

static bool ends_in(const char *name, const char *end)
{
	const size_t len = strlen(name), of_end = strlen(end);
	return len >= of_end && strcmp(name + len - of_end, end) == 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **host_migrations(struct arena *arena, const char *directory, size_t *count)
{
	const char **names = NULL;
	size_t capacity = 0;
	struct stat status;
	*count = 0;
	DIR *folder = opendir(arena_format(arena, "%s/database/migrations", directory));
	if (!folder)
		return NULL;
	for (struct dirent *entry; *count < MOST_MIGRATIONS && (entry = readdir(folder));) {
		const char *name = entry->d_name;
		if (name[0] == '.' || (!ends_in(name, ".js") && !ends_in(name, ".sql")) ||
		    fstatat(dirfd(folder), name, &status, 0) != 0 || !S_ISREG(status.st_mode))
			continue;
		names = arena_grow(arena, names, *count, &capacity, sizeof *names);
		names[(*count)++] = arena_copy(arena, slice_of(name));
	}
	closedir(folder);
	if (*count)
		qsort(names, *count, sizeof *names, compare_names);
	return names;
}
