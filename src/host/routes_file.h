/* Inside the room `host`: a routes file while it is read, at the start. For the main thread. */
#ifndef LECTERN_HOST_ROUTES_FILE_H
#define LECTERN_HOST_ROUTES_FILE_H

#include "survey.h"

/* A routes file. */
struct routes_file {
	struct survey *survey;
	const char *file, *api, *group; /* api: normalized; group: api::restaurant */
	struct code_module module;
	const char *prefix;
	size_t own, limited; /* routes that are closed: the project's own, and Strapi's with options */
	size_t count;
};

#endif
