/* The files of a project's code. */
#ifndef LECTERN_HOST_SOURCES_H
#define LECTERN_HOST_SOURCES_H

#include "base/base.h"

struct sources {
	struct arena *arena;
	const char *directory;
	bool typescript;   /* it has a tsconfig.json: .ts counts */
	size_t bytes_left; /* how much of it is still read */
};

void sources_init(struct sources *sources, struct arena *arena, const char *directory);

bool sources_has(const struct sources *sources, const char *path);

/* The names in a folder, but those of symbolic links, which Strapi does not follow there either; sorted by bytes,
 * without those that begin with a point; none when there is no folder. */
const char **sources_list(struct sources *sources, const char *path, bool folders, size_t *count);

/* The whole text of a file. False when it is not there, no regular file, or too much. */
bool sources_read(struct sources *sources, const char *file, struct slice *text);

/* The length of a file's name without .js or .ts; 0 when Strapi would not load it as code. */
size_t sources_stem(const struct sources *sources, const char *name);

#endif
