/* The routes of a project, as its routes files have them. */
#ifndef LECTERN_HOST_ROUTES_H
#define LECTERN_HOST_ROUTES_H

#include "survey.h"

/* Fills survey->routes. After all else: what closes an action must be known. */
void survey_routes(struct survey *survey);

#endif
