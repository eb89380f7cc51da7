/* The names of uploaded files: whatever a client calls one, what lies on the disk is one plain name. */
#include "media/names.h"
#include "transfer/member.h"

#include <assert.h>

static bool is_plain(const char *name)
{
	for (; *name; name++)
		if ((*name < 'a' || *name > 'z') && (*name < 'A' || *name > 'Z') && (*name < '0' || *name > '9') &&
		    *name != '_')
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_create();
	const struct slice name = {(const char *)data, size};
	const struct slice extension = name_extension(name), normal = name_normalize(arena, name);
	const struct slice base = name_base(normal, extension);
	assert(extension.len <= name.len && base.len <= normal.len);
	if (name_is_valid(name)) {
		assert(is_plain(name_make_hash(arena, base)));
		assert(!memchr(extension.ptr ? extension.ptr : "", '/', extension.len));
	}
	const char *member = arena_copy(arena, name);
	if (member_is_file_name(member))
		assert(*member && *member != '.' && !strchr(member, '/'));
	arena_destroy(arena);
	return 0;
}
