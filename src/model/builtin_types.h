/* The content-types that every project has: accounts, files, languages, the administration's own. */
#ifndef LECTERN_MODEL_BUILTIN_TYPES_H
#define LECTERN_MODEL_BUILTIN_TYPES_H

#include <stddef.h>

struct builtin_type {
	const char *plugin; /* or "admin" */
	const char *name;
	const char *json; /* as a model file */
};

/* A table that is no content-type, or one of a plugin that keeps nothing in it: the project's code alone reads and
 * changes it. Of its attributes, those that are no relations. */
struct internal_type {
	const char *uid;
	const char *json; /* as a component's or a model's file */
};

extern const struct internal_type internal_types[];
extern const size_t internal_type_count;

/* The text of the internal type with this uid, or NULL. */
const char *internal_type_json(const char *uid);

extern const struct builtin_type builtin_types[];
extern const size_t builtin_type_count;

#endif
