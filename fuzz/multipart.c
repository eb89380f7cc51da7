/* A form, in one piece and cut in two at every byte: it must mean the same. The names of its files are made names on
 * disk, which lead nowhere else. */
#include <assert.h>

#include "media/multipart_header.h"
#include "media/names.h"
#include "media/test_multipart.h"

enum { MOST = 600 }; /* bytes; each is read that many times */

static struct arena *arena;

static bool begin(void *context, const struct multipart_part *part, struct error *error)
{
	if (part->is_file) {
		name_is_valid(part->filename);
		struct slice extension = name_extension(part->filename);
		const char *hash = name_make_hash(arena, name_base(part->filename, extension));
		assert(strspn(hash, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == strlen(hash));
	}
	return reading_begin(context, part, error);
}

static bool read_cut(struct slice text, size_t cut, struct reading *reading)
{
	return reading_parse(reading, "multipart/form-data; boundary=b", text, cut, text.len, begin);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reading whole = {0}, pieces = {0};
	if (size > MOST)
		return 0;
	arena = arena_create();
	struct slice text = {(const char *)data, size};
	multipart_header_is_type(text);
	bool wanted = read_cut(text, size, &whole);
	for (size_t cut = 0; cut < size; cut++) {
		bool got = read_cut(text, cut, &pieces);
		assert(got == wanted);
		if (got) {
			assert(whole.text.len == pieces.text.len);
			assert(!whole.text.len || memcmp(whole.text.data, pieces.text.data, whole.text.len) == 0);
		}
	}
	buffer_free(&whole.text);
	buffer_free(&pieces.text);
	arena_destroy(arena);
	return 0;
}
