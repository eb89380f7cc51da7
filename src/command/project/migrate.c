#include "migrate.h"

#include "database.h"
#include "project.h"

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
	project_end_code(&project);
	if (!report_permits(&project.findings, "migrate", options->without_code) || !right)
		return false;
	if (options->dry_run ? !database_is_known(project.config, &error)
	                     : !database_permit(project.config, options->create, &error)) {
		fprintf(stderr, "lectern: %s\n", error.message);
		return false;
	}
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
