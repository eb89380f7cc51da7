/* What the process that runs the project's code sends: frames, and the JSON in their heads. */
#include "host/process/frame.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = {(const char *)data, size};
	struct frame frame;
	size_t len;
	while (rest.len && frame_read(rest, &frame, &len) == FRAME_COMPLETE) {
		struct buffer again = {0};
		assert(len <= rest.len && frame.head.len + frame.body.len + FRAME_BEFORE + FRAME_FIXED == len);
		assert(frame_write(&again, frame.kind, frame.id, frame.head, frame.body));
		assert(slice_equals(buffer_as_slice(&again), (struct slice){rest.ptr, len}));
		buffer_free(&again);
		json_object_put(json_parse_stored(frame.head));
		rest = (struct slice){rest.ptr + len, rest.len - len};
	}
	return 0;
}
