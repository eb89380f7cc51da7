/* Routes files that can't be read. */
#ifndef LECTERN_HOST_UNREAD_ROUTES_H
#define LECTERN_HOST_UNREAD_ROUTES_H

#include "survey.h"

/* Closes what the routes file `file` of `api` may be about: all paths that stand in it as texts, the routes of the
 * API's types, and what is unknown. Where a path can't be told, that is all that is not listed before. `tokens` are
 * those of the file, none when it is no code. */
void survey_close_unread(struct survey *survey, const char *file, const char *api, const struct code_tokens *tokens);

#endif
