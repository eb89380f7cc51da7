#include "media_types.h"

#include "media_types_table.h"

#include <stdlib.h>

enum { LONGEST = 128 }; /* bytes; no extension or type in the tables is longer */

/* A terminated copy in lower case; false when it is longer than anything that is known. */
static bool lower_copy(struct slice text, char copy[LONGEST])
{
	if (!text.len || text.len >= LONGEST || memchr(text.ptr, '\0', text.len))
		return false;
	for (size_t i = 0; i < text.len; i++)
		copy[i] = (char)(text.ptr[i] >= 'A' && text.ptr[i] <= 'Z' ? text.ptr[i] + 32 : text.ptr[i]);
	copy[text.len] = '\0';
	return true;
}

/* Rows begin with their key. */
static int compare(const void *key, const void *row)
{
	return strcmp(key, *(const char *const *)row);
}

static const struct media_type_of_extension *find(struct slice extension)
{
	char copy[LONGEST];
	return lower_copy(extension, copy) ? bsearch(copy, media_types_by_extension, media_types_extension_count,
	                                             sizeof *media_types_by_extension, compare)
	                                   : NULL;
}

const char *media_type_of(struct slice extension)
{
	const struct media_type_of_extension *found = find(extension);
	return found ? found->type : NULL;
}

const char *media_type_with_charset(struct slice extension)
{
	const struct media_type_of_extension *found = find(extension);
	return found ? found->with_charset : NULL;
}

const char *media_type_extension(struct slice type)
{
	char copy[LONGEST];
	type = slice_trim((struct slice){type.ptr, slice_find(type, ';')});
	if (!lower_copy(type, copy))
		return NULL;
	copy[strcspn(copy, " \t")] = '\0';
	const struct media_type_extension *found =
	    bsearch(copy, media_types_by_type, media_types_type_count, sizeof *media_types_by_type, compare);
	return found ? found->extension : NULL;
}

struct slice media_extension_of_path(struct slice path)
{
	for (size_t i = path.len; i-- > 0 && path.ptr[i] != '/';)
		if (path.ptr[i] == '.')
			return i == 0 || path.ptr[i - 1] == '/' ? (struct slice){NULL, 0}
			                                        : (struct slice){path.ptr + i + 1, path.len - i - 1};
	return (struct slice){NULL, 0};
}
