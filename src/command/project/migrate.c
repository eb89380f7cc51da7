#include "migrate.h"

#include "database.h"
#include "migrations.h"

/* What comes before the tables: the project's own migrations. */
static bool prepare(struct project *project, const struct command_options *options, struct arena *arena,
                    struct error *error)
{
	if (!options->dry_run)
		return database_permit(project->config, options->create, error) &&
		       migrations_run(project, arena, error);
	if (!database_is_known(project->config, error))
		return false;
	if (project->migrates)
		printf("-- migrations of the project's own are run before what follows, which is what is to be done "
		       "without them\n");
	return true;
}

static bool migrate(const struct command_options *options, struct arena *arena)
{
	struct project project;
	struct migrate_options how = {.dry_run = options->dry_run,
	                              .convert = true,
	                              .lossy = options->lossy,
	                              .prune = options->prune,
	                              .out = stdout};
	struct error error;
	bool right = project_read(&project, arena, options->directory, &options->overrides);
	bool done = report_permits(&project.findings, "migrate", options->without_code) && right;
	if (done && !prepare(&project, options, arena, &error)) {
		fprintf(stderr, "lectern: %s\n", error.message);
		done = false;
	}
	project_end_code(&project);
	if (!done)
		return false;
	if (store_migrate(project.config, project.registry, &how, &error) &&
	    (options->dry_run || database_prepare_admins(project.config, project.registry, &error)))
		return true;
	fprintf(stderr, "lectern: %s\n", error.message);
	return false;
}

int command_migrate(const struct command_options *options)
{
	struct arena *arena = arena_create();
	bool done = migrate(options, arena);
	arena_destroy(arena);
	return done ? 0 : 1;
}
