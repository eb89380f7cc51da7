#include "check.h"

#include "extend/extend.h"

/* What extensions register is checked against the models, and with it the GraphQL schema. */
static bool check_extensions(const struct config *config, struct registry *registry)
{
	struct error error;
	struct extensions *extensions = extend_load(config, registry, &error);
	if (!extensions) {
		printf("extensions: %s\n", error.message);
		return false;
	}
	size_t count = extend_count(extensions);
	if (count)
		printf("ok: %zu extensions\n", count);
	extend_close(extensions);
	return true;
}

int command_check(const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct mistake *in_config = NULL, *in_models = NULL;
	const struct config *config = config_load(arena, options->directory, &options->overrides, &in_config);
	struct registry *registry = model_load(arena, options->directory, &in_models);
	command_print_mistakes(stdout, in_config);
	command_print_mistakes(stdout, in_models);
	bool right = config && registry && check_extensions(config, registry);
	if (right)
		printf("ok: %zu types\n", registry->type_count);
	arena_destroy(arena);
	return right ? 0 : 1;
}
