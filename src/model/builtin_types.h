/* The content-types that every project has: accounts, files, languages, the administration's own. */
#ifndef LECTERN_MODEL_BUILTIN_TYPES_H
#define LECTERN_MODEL_BUILTIN_TYPES_H

#include <stddef.h>

struct builtin_type {
	const char *plugin; /* or "admin" */
	const char *name;
	const char *json; /* as a model file */
};

/* A table that is no content-type: the project's code alone reads and changes it. */
struct internal_type {
	const char *uid;
	const char *json; /* as a component's file */
};

extern const struct internal_type internal_types[];
extern const size_t internal_type_count;

extern const struct builtin_type builtin_types[];
extern const size_t builtin_type_count;

#endif
