/* The content-types that every project has: accounts, files, languages, the administration's own. */
#ifndef LECTERN_MODEL_BUILTIN_TYPES_H
#define LECTERN_MODEL_BUILTIN_TYPES_H

#include <stddef.h>

struct builtin_type {
	const char *plugin; /* or "admin" */
	const char *name;
	const char *json; /* as a model file */
};

extern const struct builtin_type builtin_types[];
extern const size_t builtin_type_count;

#endif
