#include "json_admit.h"

#include <stdatomic.h>

/* What json-c takes for each, its allocator's part included. What is LIGHT is not worth counting. */
enum { OBJECT = 730, ARRAY = 200, MEMBER = 48, VALUE = 130, LIGHT = 16 * 1024 };

static atomic_size_t taken;

size_t json_weigh(struct slice text)
{
	size_t weight = text.len + VALUE;
	bool quoted = false;
	for (size_t i = 0; i < text.len; i++) {
		const char byte = text.ptr[i];
		if (byte == '"')
			quoted = !quoted;
		else if (byte == '\\' && quoted)
			i++;
		else if (quoted)
			continue;
		else if (byte == '{')
			weight += OBJECT;
		else if (byte == '[')
			weight += ARRAY;
		else if (byte == ',')
			weight += VALUE;
		else if (byte == ':')
			weight += MEMBER;
	}
	return weight;
}

static void give_back(void *context)
{
	const size_t *weight = context;
	atomic_fetch_sub(&taken, *weight);
}

bool json_admit(struct arena *arena, struct slice text, struct error *error)
{
	const size_t weight = json_weigh(text);
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
