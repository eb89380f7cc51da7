/* Plugins of package.json and src/plugins. */
#ifndef LECTERN_HOST_PLUGINS_H
#define LECTERN_HOST_PLUGINS_H

#include "survey.h"

void survey_plugins(struct survey *survey);

#endif
