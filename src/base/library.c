#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* All of its functions, or none: nobody calls one before `loaded` is set. */
static bool find_functions(struct library *library, void *handle, struct error *error)
{
	char *place = library->functions;
	for (const char *const *name = library->names; *name; name++, place += sizeof(void *)) {
		void *function = dlsym(handle, *name);
		if (!function)
			return error_set(error, 500, "InternalServerError", "%s lacks %s", library->file, *name);
		memcpy(place, &function, sizeof function);
	}
	return true;
}

static bool load(struct library *library, struct error *error)
{
	void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return error_set(error, 500, "InternalServerError", "%s %s: %s", library->purpose, library->file,
		                 dlerror());
	if (!find_functions(library, handle, error)) {
		dlclose(handle);
		return false;
	}
	if (library->begin)
		library->begin();
	atomic_store(&library->loaded, true);
	return true;
}

bool library_load(struct library *library, struct error *error)
{
	if (atomic_load(&library->loaded))
		return true;
	pthread_mutex_lock(&lock);
	const bool done = atomic_load(&library->loaded) || load(library, error);
	pthread_mutex_unlock(&lock);
	return done;
}
