/* Inside the room `extend`: what an extension may register, and its first mistake. */
#ifndef LECTERN_EXTEND_APP_H
#define LECTERN_EXTEND_APP_H

#include "registered.h"

/* Notes the first mistake; returns false. */
bool app_refuse(struct lectern_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* May something be registered now? When that is over, the log has it. */
bool app_is_open(struct lectern_app *app);

/* The type of that uid; NULL, and noted, when there is none. */
const struct content_type *app_type(struct lectern_app *app, const char *uid, bool components);

#endif
