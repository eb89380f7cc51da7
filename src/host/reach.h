/* The parts of the server that code that runs at the start may change. */
#ifndef LECTERN_HOST_REACH_H
#define LECTERN_HOST_REACH_H

#include "survey.h"

enum reach {
	REACH_NOTHING,
	REACH_CONTENT = 1,    /* it changes content, or runs tasks */
	REACH_GRAPHQL = 2,    /* the GraphQL schema */
	REACH_LIFECYCLES = 4, /* hooks of types, which are closed on the way */
	REACH_ALL = 8,        /* anything, or unknown */
};
/* Of the files `file` and all that it requires. */
unsigned survey_reach(struct survey *survey, const char *file);

#endif
