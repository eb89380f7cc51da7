#include "routes.h"

#include "api/rest/rest.h"
#include "project.h"

static void print_route(void *context, const char *method, const char *path, const char *action)
{
	fprintf(context, "%-6s  %-48s  %s\n", method, path, action);
}

static bool print_routes(const struct command_options *options, struct arena *arena)
{
	struct project project;
	bool right = project_read(&project, arena, options->directory, &options->overrides);
	project_end_code(&project);
	if (!right) {
		report_print_mistakes(stderr, &project.findings);
		return false;
	}
	rest_list_routes(project.config, project.registry, host_routes(project.survey), arena, print_route, stdout);
	return true;
}

int command_routes(const struct command_options *options)
{
	struct arena *arena = arena_create();
	bool done = print_routes(options, arena);
	arena_destroy(arena);
	return done ? 0 : 1;
}
