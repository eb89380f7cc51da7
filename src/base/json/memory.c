#include "json.h"

#include "base/budget.h"
#include "base/memory.h"

#include <stdatomic.h>

/* What is lighter is not worth counting. */
enum {
	LIGHT = 16 * 1024,
	HEAVY = 1024 * 1024, /* json-c is not asked for so much before it is sure that it gets it */
	HEADROOM = 16 << 20,
};

static atomic_size_t taken;

bool json_take(size_t bytes)
{
	if (atomic_fetch_add(&taken, bytes) + bytes <= JSON_MOST_BYTES)
		return true;
	atomic_fetch_sub(&taken, bytes);
	return false;
}

void json_give_back(size_t bytes)
{
	if (bytes)
		atomic_fetch_sub(&taken, bytes);
}

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
	if (!json_take(weight)) {
		return error_set(error, 503, "ServiceUnavailableError",
		                 "Too many large requests at a time. Try again later");
	}
	if (weight > HEAVY && !memory_has(weight + HEADROOM)) {
		json_give_back(weight);
		return budget_refuse_memory(error);
	}
	size_t *counted = arena_alloc(arena, sizeof *counted);
	*counted = weight;
	arena_defer(arena, give_back, counted);
	return true;
}
