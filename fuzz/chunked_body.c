/* A chunked body, in one piece and cut in two at every byte: it must mean the same. */
#include <assert.h>

#include "http/chunked.h"
#include "http/http.h"

enum { MOST = 600 }; /* bytes; each is read that many times */

struct body {
	char bytes[MOST];
	size_t len;
};

static void keep(void *context, const char *data, size_t len)
{
	struct body *body = context;
	assert(body->len + len <= sizeof body->bytes);
	memcpy(body->bytes + body->len, data, len);
	body->len += len;
}

static void ignore(void *context, struct slice part)
{
	(void)context;
	(void)part;
}

static enum chunked_progress read_cut(struct slice text, size_t cut, struct body *body, size_t *used)
{
	static const char head[] = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
	static const struct parser_events events = {ignore, ignore, ignore};
	struct http_parser parser;
	struct parser_framing framing;
	struct chunked chunked;
	size_t more;
	assert(parser_read_head(&parser, (struct slice){head, sizeof head - 1}, &events, NULL, &framing) ==
	       PARSER_COMPLETE);
	body->len = 0;
	chunked_start(&chunked, &parser, keep, body);
	enum chunked_progress progress = chunked_read(&chunked, (struct slice){text.ptr, cut}, used);
	if (progress != CHUNKED_PARTIAL || cut == text.len)
		return progress;
	progress = chunked_read(&chunked, (struct slice){text.ptr + cut, text.len - cut}, &more);
	*used = cut + more;
	return progress;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct body whole, pieces;
	size_t used_whole = 0, used_pieces = 0;
	if (size > MOST)
		return 0;
	struct slice text = {(const char *)data, size};
	enum chunked_progress wanted = read_cut(text, size, &whole, &used_whole);
	for (size_t cut = 0; cut < size; cut++) {
		enum chunked_progress got = read_cut(text, cut, &pieces, &used_pieces);
		assert(got == wanted);
		if (got == CHUNKED_REFUSED)
			continue;
		assert(used_whole == used_pieces && whole.len == pieces.len);
		assert(memcmp(whole.bytes, pieces.bytes, whole.len) == 0);
	}
	return 0;
}
