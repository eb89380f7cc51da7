/* The actions for which permissions can be granted: those that a route of the content API runs. */
#ifndef LECTERN_HOST_ACTIONS_H
#define LECTERN_HOST_ACTIONS_H

#include "survey.h"

/* Notes the action that a route names as its handler: "restaurant.find" in a file of `api`, or with the whole uid. */
void survey_note_handler(struct survey *survey, const char *api, struct slice handler);

/* Notes one of Strapi's own actions of a type. */
void survey_note_action(struct survey *survey, const struct content_type *type, const char *action);

/* Lists what was noted, and what known plugins have, as Strapi does: by API, by controller, by the controller's own
 * order. To be called while the controllers are there. */
void survey_actions(struct survey *survey);

#endif
