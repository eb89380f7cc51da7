/* What is parsed of webhooks: their URLs, headers and events. The first byte says which; the rest is the text. */
#include "webhooks/headers.h"

#include <assert.h>
#include <json-c/json.h>

static void check_url(struct slice text)
{
	struct config open = {.webhooks = {.allow_private = true}}, closed = {.webhooks = {.allow_private = false}};
	struct error error;
	const bool anywhere = webhook_check_url(&open, text, &error);
	/* What may be public may be called at all, and is of the web. */
	assert(!webhook_check_url(&closed, text, &error) || anywhere);
	for (size_t i = 0; anywhere && i < text.len; i++)
		assert((unsigned char)text.ptr[i] > ' ' && text.ptr[i] != 0x7f);
}

static void check_headers(struct arena *arena, struct slice text)
{
	struct json_object *defaults = json_parse_stored(text);
	struct header *headers;
	const char *problem;
	size_t count;
	const bool made = headers_make(arena, defaults, text, SLICE("entry.create"), &headers, &count, &problem);
	assert(made == !problem && count <= HEADERS_MOST);
	/* A line end would begin a header, or a request, that nobody meant. */
	for (size_t i = 0; made && i < count; i++) {
		assert(*headers[i].name && !strpbrk(headers[i].name, "\r\n: \t"));
		assert(!strpbrk(headers[i].value, "\r\n"));
	}
	json_object_put(defaults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	struct arena *arena = arena_create();
	const struct slice text = {(const char *)data + 1, size - 1};
	struct error error;
	if (data[0] % 3 == 0) {
		check_url(text);
	} else if (data[0] % 3 == 1) {
		check_headers(arena, text);
	} else {
		struct json_object *events = json_parse_stored(text);
		webhook_check_events(events, &error);
		json_object_put(events);
	}
	arena_destroy(arena);
	return 0;
}
