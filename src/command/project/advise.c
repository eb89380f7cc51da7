#include "advise.h"

#include "database.h"
#include "project.h"

static bool advise(const struct command_options *options, struct arena *arena)
{
	struct project project;
	const struct advise_options how = {.apply = options->apply, .out = stdout};
	struct error error;
	bool right = project_read(&project, arena, options->directory, &options->overrides);
	project_end_code(&project);
	/* Code of the project's has no say in it. */
	if (!report_permits(&project.findings, "advise", true) || !right)
		return false;
	if (database_is_known(project.config, &error) && store_advise(project.config, project.registry, &how, &error))
		return true;
	fprintf(stderr, "lectern: %s\n", error.message);
	return false;
}

int command_advise(const struct command_options *options)
{
	struct arena *arena = arena_create();
	bool done = advise(options, arena);
	arena_destroy(arena);
	return done ? 0 : 1;
}
