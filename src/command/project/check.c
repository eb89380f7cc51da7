#include "check.h"

#include "project.h"

static bool complain(const struct error *error)
{
	printf("extensions: %s\n", error->message);
	return false;
}

/* What extensions register is checked against the models, and with it the GraphQL schema. Runs their code. */
static bool load_extensions(const struct config *config, struct registry *registry)
{
	struct error error;
	struct extensions *extensions = extend_load(config, registry, &error);
	if (!extensions)
		return complain(&error);
	size_t count = extend_count(extensions);
	if (count)
		printf("ok: %zu extensions\n", count);
	extend_close(extensions);
	return true;
}

/* A project that is only looked at may be anybody's: none of its extensions are run. Configuration in code is. */
static bool look_at_extensions(const struct config *config)
{
	struct error error;
	size_t count;
	if (!extend_look(config, &count, &error))
		return complain(&error);
	if (count)
		printf("extensions: %zu, not loaded: --load-extensions runs them, and checks what they register\n",
		       count);
	return true;
}

int command_check(const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct project project;
	bool read = project_read(&project, arena, options->directory, &options->overrides);
	project_end_code(&project);
	report_print(stdout, &project.findings);
	bool right = read &&
	             (options->load_extensions ? load_extensions(project.config, project.registry)
	                                       : look_at_extensions(project.config)) &&
	             !findings_of_kind(&project.findings, FINDING_BLOCKS);
	if (right)
		printf("ok: %zu types\n", project.registry->type_count);
	arena_destroy(arena);
	return right ? 0 : 1;
}
