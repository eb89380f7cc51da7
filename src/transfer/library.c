/* libarchive, loaded when it is needed. */
#include "library.h"

#include <dlfcn.h>

static bool find(void *handle, const char *name, void *place, struct error *error)
{
	void *function = dlsym(handle, name);
	memcpy(place, &function, sizeof function);
	return function || error_set(error, 500, "InternalServerError", "libarchive lacks %s", name);
}

const struct archive_library *library_load(struct error *error)
{
	static struct archive_library library;
	static bool loaded;
	if (loaded)
		return &library;
	void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		error_set(error, 500, "InternalServerError", "Archives need libarchive: %s", dlerror());
		return NULL;
	}
#define FIND(name) find(handle, #name, &library.name, error) &&
	loaded = LIBRARY_FUNCTIONS(FIND) true;
	return loaded ? &library : NULL;
}
