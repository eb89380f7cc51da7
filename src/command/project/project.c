#include "project.h"

#include <unistd.h>

/* One statement may take as long as it needs. */
enum { STATEMENT_TIMEOUT_MS = 24 * 60 * 60 * 1000 };

bool project_read(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides)
{
	struct mistake *in_models = NULL;
	*project = (struct project){0};
	findings_init(&project->findings, arena);
	project->config = config_load(arena, directory, overrides, &project->findings);
	project->registry = model_load(arena, directory, &in_models);
	report_add_mistakes(&project->findings, in_models);
	return project->config && project->registry && !findings_of_kind(&project->findings, FINDING_MISTAKE);
}

bool project_expect_database(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                             struct error *error)
{
	struct findings findings;
	findings_init(&findings, arena);
	const struct config *config = config_load(arena, directory, overrides, &findings);
	if (!config || config->client != DATABASE_SQLITE || access(config->sqlite_path, F_OK) == 0)
		return true;
	return error_validation(error, "There is no database %s; lectern migrate makes it", config->sqlite_path);
}

bool project_open(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides, bool extended, struct error *error)
{
	if (!project_read(project, arena, directory, overrides)) {
		report_print_mistakes(stderr, &project->findings);
		return error_set(error, 500, "ConfigurationError", "The project has mistakes");
	}
	model_make_private(project->registry, project->config->private_attributes,
	                   project->config->private_attribute_count);
	project->config->statement_timeout = STATEMENT_TIMEOUT_MS;
	if (extended && !(project->extensions = extend_load(project->config, project->registry, error)))
		return false;
	return store_open(project->config, project->registry, 1, &project->store, error);
}

void project_close(struct project *project)
{
	store_close(project->store);
	project->store = NULL;
	extend_close(project->extensions);
	project->extensions = NULL;
}
