/* Code that Strapi runs when it starts. */
#ifndef LECTERN_HOST_START_H
#define LECTERN_HOST_START_H

#include "survey.h"

/* Reads src/index, src/api/X/index, middlewares, extensions, migrations and components in code. */
void survey_start(struct survey *survey);

#endif
