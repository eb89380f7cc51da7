#include "closed.h"

#include <stdatomic.h>
#include <time.h>

enum { LOG_INTERVAL_MS = 1000, SHOWN_OF_PATH = 200 };

/* A client must not be able to fill the log. */
static bool is_time_to_log(struct closed *closed)
{
	const int64_t now = clock_milliseconds();
	int64_t logged = atomic_load_explicit(&closed->logged, memory_order_relaxed);
	return (!logged || now - logged >= LOG_INTERVAL_MS) &&
	       atomic_compare_exchange_strong(&closed->logged, &logged, now);
}

bool closed_refuse(struct closed *closed, const struct http_request *request, struct error *error)
{
	struct buffer details = {0};
	if (is_time_to_log(closed))
		log_message(LOG_WARNING, "%.*s %.*s is closed: %s: %s", (int)request->method_name.len,
		            request->method_name.ptr, slice_shown_length(request->path, SHOWN_OF_PATH),
		            request->path.ptr, closed->file, closed->reason);
	buffer_text(&details, "{\"file\":");
	json_write_string(&details, slice_of(closed->file));
	buffer_byte(&details, '}');
	error_set(error, 501, "NotImplementedError", "%s: %s, and lectern does not run the project's code",
	          closed->file, closed->reason);
	error->details = arena_copy(request->arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}
