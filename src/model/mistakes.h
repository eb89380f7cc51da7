/* Collecting what is wrong with a project's files. */
#ifndef LECTERN_MODEL_MISTAKES_H
#define LECTERN_MODEL_MISTAKES_H

#include "model.h"

/* More than these are not reported: a file of nonsense should not fill the memory. */
enum { MISTAKES_REPORTED = 1000 };

struct mistakes {
	struct arena *arena; /* where they, and all that is read, live */
	struct mistake *first, *last;
	size_t count;
};

void mistakes_add(struct mistakes *mistakes, const char *file, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
