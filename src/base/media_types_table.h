/* The tables behind media_types.h, made at build time by web/file-tables. */
#ifndef LECTERN_BASE_MEDIA_TYPES_TABLE_H
#define LECTERN_BASE_MEDIA_TYPES_TABLE_H

#include <stddef.h>

struct media_type_of_extension {
	const char *extension, *type, *with_charset;
};

struct media_type_extension {
	const char *type, *extension;
};

/* Sorted by their first member. */
extern const struct media_type_of_extension media_types_by_extension[];
extern const size_t media_types_extension_count;
extern const struct media_type_extension media_types_by_type[];
extern const size_t media_types_type_count;

#endif
