#include "check.h"

int command_check(const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct mistake *in_config = NULL, *in_models = NULL;
	const struct config *config = config_load(arena, options->directory, &options->overrides, &in_config);
	const struct registry *registry = model_load(arena, options->directory, &in_models);
	command_print_mistakes(stdout, in_config);
	command_print_mistakes(stdout, in_models);
	bool right = config && registry;
	if (right)
		printf("ok: %zu types\n", registry->type_count);
	arena_destroy(arena);
	return right ? 0 : 1;
}
