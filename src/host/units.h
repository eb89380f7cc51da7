/* Controllers and services: which of Strapi's actions they leave as they are. */
#ifndef LECTERN_HOST_UNITS_H
#define LECTERN_HOST_UNITS_H

#include "survey.h"

/* Reads those of all APIs. */
void survey_units(struct survey *survey);
const struct unit *unit_find(const struct unit *units, struct slice uid);
/* What keeps a core action of a type from being run as Strapi's, or NULL. */
struct closed *unit_action_closed(struct survey *survey, const struct unit *controller, const struct content_type *type,
                                  const char *action);

#endif
