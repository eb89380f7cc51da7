/* Hooks of types. */
#ifndef LECTERN_HOST_LIFECYCLES_H
#define LECTERN_HOST_LIFECYCLES_H

#include "survey.h"

/* Reads lifecycles files, and subscriptions in all code of src. */
void survey_lifecycles(struct survey *survey);

#endif
