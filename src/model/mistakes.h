/* Reading a project's model files: what is found in them is collected. */
#ifndef LECTERN_MODEL_MISTAKES_H
#define LECTERN_MODEL_MISTAKES_H

#include "model.h"

struct mistakes {
	struct arena *arena;                 /* where all that is read lives */
	struct findings *findings;           /* where mistakes and notes go */
	const struct model_options *options; /* or NULL */
	size_t count;                        /* of mistakes */
};

void mistakes_add(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* What is no mistake, since Strapi does the same, but should be known. */
void mistakes_note(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
