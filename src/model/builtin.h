/* The types of a project that need no file: those of lectern itself. */
#ifndef LECTERN_MODEL_BUILTIN_H
#define LECTERN_MODEL_BUILTIN_H

#include "draft.h"

/* A file of the project that overrides keys of a built-in type. */
struct extension {
	const char *file;
	struct json_object *json;
	bool used;
};

/* Adds each built-in type that `described` (uid -> schema, or NULL) has not, which replaces it. */
void drafts_add_plain_builtins(struct drafts *drafts, struct mistakes *mistakes, struct json_object *described);

/* Adds each built-in type that `extensions` (uid -> struct extension) does not override, and those that it overrides
 * with the keys of its file in place of the built-in's. */
void drafts_add_builtins(struct drafts *drafts, struct mistakes *mistakes, struct map *extensions);

/* Adds a mistake for each attribute that the server cannot do without, and that an extension leaves out. */
void drafts_check_needed(const struct drafts *drafts, struct mistakes *mistakes);

/* Gives the registry its internal types. */
void registry_add_internals(struct registry *registry, struct mistakes *mistakes);

#endif
