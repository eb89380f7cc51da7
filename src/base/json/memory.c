#include "json.h"

#include <stdatomic.h>

/* What is lighter is not worth counting. */
enum { LIGHT = 16 * 1024 };

static atomic_size_t taken;

static void give_back(void *context)
{
	const size_t *weight = context;
	atomic_fetch_sub(&taken, *weight);
}

bool json_admit(struct arena *arena, size_t weight, struct error *error)
{
	if (weight < LIGHT)
		return true;
	if (weight > JSON_MOST_BYTES)
		return error_set(error, 413, "PayloadTooLargeError", "The body has too many objects and lists");
	if (atomic_fetch_add(&taken, weight) + weight > JSON_MOST_BYTES) {
		atomic_fetch_sub(&taken, weight);
		return error_set(error, 503, "ServiceUnavailableError",
		                 "Too many large requests at a time. Try again later");
	}
	size_t *counted = arena_alloc(arena, sizeof *counted);
	*counted = weight;
	arena_defer(arena, give_back, counted);
	return true;
}
