/* A form, in one piece and cut in two at every byte: it must mean the same. The names of its files are made names on
 * disk, which lead nowhere else. */
#include <assert.h>

#include "media/multipart.h"
#include "media/names.h"

enum { MOST = 600 }; /* bytes; each is read that many times */

struct reading {
	struct arena *arena;
	struct buffer text;
};

static bool begin(void *context, const struct multipart_part *part, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_slice(&reading->text, part->name);
	buffer_byte(&reading->text, part->is_file ? 'F' : 'T');
	buffer_slice(&reading->text, part->filename);
	buffer_slice(&reading->text, part->type);
	if (part->is_file) {
		name_is_valid(part->filename);
		struct slice extension = name_extension(part->filename);
		const char *hash = name_make_hash(reading->arena, name_base(part->filename, extension));
		assert(strspn(hash, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == strlen(hash));
	}
	return true;
}

static bool add(void *context, struct slice bytes, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_slice(&reading->text, bytes);
	return true;
}

static bool end(void *context, struct error *error)
{
	struct reading *reading = context;
	(void)error;
	buffer_byte(&reading->text, ';');
	return true;
}

static bool read_cut(struct slice text, size_t cut, struct reading *reading)
{
	struct multipart_reader reader = {begin, add, end, reading};
	struct multipart multipart;
	struct error error;
	reading->text.len = 0;
	bool fine = multipart_init(&multipart, &reader, SLICE("multipart/form-data; boundary=b"), &error) &&
	            multipart_feed(&multipart, (struct slice){text.ptr, cut}, &error) &&
	            multipart_feed(&multipart, (struct slice){text.ptr + cut, text.len - cut}, &error) &&
	            multipart_finish(&multipart, &error);
	multipart_free(&multipart);
	return fine;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reading whole = {0}, pieces = {0};
	if (size > MOST)
		return 0;
	whole.arena = pieces.arena = arena_create();
	struct slice text = {(const char *)data, size};
	multipart_is_type(text);
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
	arena_destroy(whole.arena);
	return 0;
}
