#include "routes.h"

#include "rest/rest.h"

static void print_route(void *context, const char *method, const char *path, const char *action)
{
	fprintf(context, "%-6s  %-48s  %s\n", method, path, action);
}

static bool print_routes(const struct command_options *options, struct arena *arena)
{
	struct mistake *in_config = NULL, *in_models = NULL;
	const struct config *config = config_load(arena, options->directory, &options->overrides, &in_config);
	const struct registry *registry = model_load(arena, options->directory, &in_models);
	command_print_mistakes(stderr, in_config);
	command_print_mistakes(stderr, in_models);
	if (!config || !registry)
		return false;
	rest_tell_routes(config, registry, arena, print_route, stdout);
	return true;
}

int command_routes(const struct command_options *options)
{
	struct arena *arena = arena_create();
	bool done = print_routes(options, arena);
	arena_destroy(arena);
	return done ? 0 : 1;
}
