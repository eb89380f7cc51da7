/* A project's configuration in JavaScript or TypeScript, where it is not evaluated. */
#ifndef LECTERN_CONFIG_UNREAD_H
#define LECTERN_CONFIG_UNREAD_H

#include "setting.h"

/* Adds a finding for each file of code in config and config/env/… that was not evaluated, unless a JSON file of its
 * name stands beside it. `database_named`: --database or DATABASE_URL says where the database is. Fills in
 * config->database_in_code, and config->other_database where it finds such a file of any environment. Where config/api
 * is code, lists get a limit that is careful. After config/api.json was read. */
void unread_find(struct settings *settings, bool database_named, struct config *config);

/* Whether the folder has a file of code, or a middlewares.json with more than names of Strapi's own: that is evaluated,
 * too. */
bool unread_has_code(struct arena *arena, const char *folder);

#endif
