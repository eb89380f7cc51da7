/* Looking at extensions without loading them. */
#include "load.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has(const char *bytes, size_t len, const char *text)
{
	return memmem(bytes, len, text, strlen(text)) != NULL;
}

/* NULL, or what is wrong with the file. */
static const char *find_fault(const char *path)
{
	struct stat found = {0};
	const char *fault = NULL;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0 || fstat(file, &found) != 0)
		fault = strerror(errno);
	else if (!S_ISREG(found.st_mode) || found.st_size == 0)
		fault = "it is no shared object";
	size_t len = fault ? 0 : (size_t)found.st_size;
	char *bytes = len ? mmap(NULL, len, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
	if (file >= 0)
		close(file);
	if (fault)
		return fault;
	if (bytes == MAP_FAILED)
		return "it can't be read";
	if (len < 4 || memcmp(bytes, "\177ELF", 4) != 0)
		fault = "it is no shared object";
	else if (!has(bytes, len, "lectern_built_for"))
		fault = "it was not built with lectern.h";
	else if (!has(bytes, len, "lectern_register"))
		fault = "it has no function lectern_register";
	munmap(bytes, len);
	return fault;
}

static bool look_at(const struct config *config, const char *folder, const char *name, struct error *error)
{
	char *path;
	if (asprintf(&path, "%s/%s", folder, name) < 0)
		abort();
	const char *fault = find_fault(path);
	free(path);
	if (!fault || config->leave_out_extensions)
		return true;
	return error_set(error, 500, "ExtensionError", "the extension %.*s can't be loaded: %s", (int)strlen(name) - 3,
	                 name, fault);
}

bool extend_look(const struct config *config, size_t *count, struct error *error)
{
	struct dirent **entries;
	char *folder;
	bool right = true;
	*count = 0;
	if (config->no_extensions)
		return true;
	if (asprintf(&folder, "%s/extensions", config->directory) < 0)
		abort();
	int found = scandir(folder, &entries, extension_is_shared_object, extension_by_name);
	if (found < 0)
		right = errno == ENOENT ||
		        error_set(error, 500, "ExtensionError", "%s can't be read: %s", folder, strerror(errno));
	for (int i = 0; i < found; i++) {
		if (right && !extension_is_disabled(config, entries[i]->d_name)) {
			right = look_at(config, folder, entries[i]->d_name, error);
			++*count;
		}
		free(entries[i]);
	}
	if (found >= 0)
		free(entries);
	free(folder);
	return right;
}
