/* Inside the room `host`: what the project's code uses of Strapi that lectern does not have. */
#ifndef LECTERN_HOST_USES_H
#define LECTERN_HOST_USES_H

#include "survey.h"

/* Tells of each place in src/ with such a use, by its file and line. When it runs it throws an error that names it. */
void survey_uses(struct survey *survey);

#endif
