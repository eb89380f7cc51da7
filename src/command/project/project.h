/* A project as the commands open it: its configuration, its models and its database. */
#ifndef LECTERN_COMMAND_PROJECT_H
#define LECTERN_COMMAND_PROJECT_H

#include "command/options.h"
#include "extend/extend.h"
#include "report.h"

struct project {
	struct findings findings; /* all that was found in it, mistakes too */
	struct config *config;
	struct registry *registry;
	struct store *store;
	struct extensions *extensions; /* or NULL */
};

/* Reads configuration and models, which live in `arena`. False when there are mistakes; they, and what else was found,
 * are in project->findings. The database stays closed: nothing has to be closed after this. */
bool project_read(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides);

/* For commands that are not what makes a database: in the wrong folder it would be an empty one. False when there is
 * none; mistakes in the configuration are left to project_open. */
bool project_expect_database(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                             struct error *error);

/* Reads the project in `directory`, whose mistakes go to standard error, and opens its database for one thread. The
 * configuration and the registry live in `arena`. `extended`: loads its extensions, for what changes content and for
 * their actions. Close it with project_close, whatever this returned. */
bool project_open(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides, bool extended, struct error *error);
void project_close(struct project *project);

#endif
