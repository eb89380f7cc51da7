#include "command/migrate.h"

#include "store/store.h"

static bool migrate(const struct command_options *options, struct arena *arena)
{
	struct mistake *in_config = NULL, *in_models = NULL;
	const struct config *config = config_load(arena, options->directory, &options->overrides, &in_config);
	const struct registry *registry = model_load(arena, options->directory, &in_models);
	struct migrate_options how = {.dry_run = options->dry_run,
	                              .convert = true,
	                              .lossy = options->lossy,
	                              .prune = options->prune,
	                              .out = stdout};
	struct error error;
	command_print_mistakes(stderr, in_config);
	command_print_mistakes(stderr, in_models);
	if (!config || !registry)
		return false;
	if (store_migrate(config, registry, &how, &error))
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
