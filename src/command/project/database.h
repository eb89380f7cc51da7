/* Which database a command may open, and where it may make one. An empty database in the place of the right one looks
 * like lost content: so one is made only where nothing tells of another. */
#ifndef LECTERN_COMMAND_DATABASE_H
#define LECTERN_COMMAND_DATABASE_H

#include "config/config.h"
#include "model/model.h"

/* False with the reason when the database is unknown, as a file of code names it. */
bool database_is_known(const struct config *config, struct error *error);

/* For commands that may make the database: false with the reason when there is none and it may not be made. `create`:
 * --create was given. */
bool database_permit(const struct config *config, bool create, struct error *error);

/* For commands that make none: false when there is no database file. */
bool database_expect(const struct config *config, struct error *error);

/* Brings the roles of admins up to date in a database that has its tables (account_prepare_admins). */
bool database_prepare_admins(const struct config *config, const struct registry *registry, struct error *error);

#endif
