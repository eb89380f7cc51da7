#include "file.h"

#include <errno.h>
#include <stdio.h>

enum { LARGEST_FILE = 1024 * 1024 };

bool config_read_file(struct arena *arena, const char *path, struct slice *text)
{
	char part[16384];
	struct buffer all = {0};
	size_t got;
	FILE *file = fopen(path, "re");
	if (!file)
		return false;
	errno = 0;
	while (all.len <= LARGEST_FILE && (got = fread(part, 1, sizeof part, file)) > 0)
		buffer_add(&all, part, got);
	bool whole = !ferror(file) && all.len <= LARGEST_FILE;
	int reason = ferror(file) ? errno : EFBIG;
	fclose(file);
	if (whole)
		*text = arena_copy_slice(arena, buffer_as_slice(&all));
	buffer_free(&all);
	errno = whole ? 0 : reason;
	return whole;
}
