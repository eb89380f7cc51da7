/* JSON texts: what is parsed is written, read again and written the same; parsing and compacting agree on what is JSON.
 */
#include "base/base.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice text = {(const char *)data, size};
	struct arena *arena = arena_create();
	struct json_object *json, *again;
	struct buffer compact = {0}, twice = {0};
	struct error error;
	const bool parsed = json_parse(NULL, text, JSON_DEEPEST, &json, &error);
	const bool compacted = json_write_compact(&compact, text);
	assert(!parsed || compacted);
	/* json-c refuses nothing that was checked. */
	assert(parsed || error.status == 400);
	if (parsed) {
		const struct slice written = json_stringify(arena, json);
		assert(json_parse(NULL, written, JSON_DEEPEST, &again, &error));
		assert(slice_equals(json_stringify(arena, again), written));
		json_object_put(json);
		json_object_put(again);
	}
	if (compacted) {
		assert(slice_is_utf8(buffer_as_slice(&compact)));
		assert(json_write_compact(&twice, buffer_as_slice(&compact)));
		assert(slice_equals(buffer_as_slice(&compact), buffer_as_slice(&twice)));
	}
	buffer_free(&compact);
	buffer_free(&twice);
	arena_destroy(arena);
	return 0;
}
