/* The page at / of a project that has none of its own. */
#ifndef LECTERN_COMMAND_START_PAGE_H
#define LECTERN_COMMAND_START_PAGE_H

#include "config/config.h"

/* What the page leads to. */
struct start_page_links {
	const char *panel;   /* the path of the panel; NULL: there is none */
	const char *console; /* the path of the GraphQL console; NULL: there is none for everybody */
};

/* HTML, in `arena`. */
const char *start_page_write(struct arena *arena, const struct start_page_links *links);

#endif
