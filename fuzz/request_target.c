/* A request target as a client sends it: split, decoded and checked. What is let through must be UTF-8. */
#include <assert.h>

#include "http/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	struct slice path, query;
	struct error error;

	if (http_split_target((struct slice){(const char *)data, size}, arena, &path, &query, &error))
		assert(slice_is_utf8(path));
	arena_destroy(arena);
	return 0;
}
