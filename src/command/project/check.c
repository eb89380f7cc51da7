#include "check.h"

#include "project.h"

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
	struct project project;
	bool read = project_read(&project, arena, options->directory, &options->overrides);
	report_print(stdout, &project.findings);
	bool right = read && check_extensions(project.config, project.registry) &&
	             !findings_of_kind(&project.findings, FINDING_BLOCKS);
	if (right)
		printf("ok: %zu types\n", project.registry->type_count);
	arena_destroy(arena);
	return right ? 0 : 1;
}
