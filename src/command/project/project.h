/* A project as the commands open it: its configuration, its models and its database. */
#ifndef LECTERN_COMMAND_PROJECT_H
#define LECTERN_COMMAND_PROJECT_H

#include "command/options.h"
#include "host/host.h"
#include "report.h"

struct project {
	struct findings findings; /* all that was found in it, mistakes too */
	struct config *config;
	struct registry *registry;
	struct survey *survey; /* of the project's code; NULL when the models have mistakes */
	struct host *host;     /* the process that has its code loaded or migrates, or NULL; closed by the caller of
	                          project_read */
	bool migrates;         /* there are migrations to be run (migrations_run) before the database is opened */
	struct store *store;
	struct extensions *extensions; /* or NULL */
};

/* Reads the configuration, as config_load; what is written in code is evaluated by Node. */
struct config *project_read_config(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                                   struct findings *findings);

/* Starts the process for the project's code, unless it runs. False with 501 where there is no Node.js. */
bool project_start_code(struct project *project, struct error *error);

/* Ends the process with the project's code, if there is one. */
void project_end_code(struct project *project);

/* Reads configuration and models, which live in `arena`. False when there are mistakes; they, and what else was found,
 * are in project->findings. The database stays closed. project_end_code is to be called afterwards, whatever this
 * returned. */
bool project_read(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides);

struct project_opening {
	bool extended;       /* loads its extensions: for what changes content, and for their actions */
	bool makes_database; /* makes the database where there is none, if database_permit allows it */
	bool create;         /* --create */
};

/* Reads the project in `directory`, whose mistakes go to standard error, and opens its database for one thread. The
 * configuration and the registry live in `arena`. Close it with project_close, whatever this returned. */
bool project_open(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides, const struct project_opening *opening, struct error *error);
void project_close(struct project *project);

#endif
