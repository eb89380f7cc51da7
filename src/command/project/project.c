#include "project.h"

#include "database.h"
#include "migrations.h"

#include <stdlib.h>

/* One statement may take as long as it needs. */
enum { STATEMENT_TIMEOUT_MS = 24 * 60 * 60 * 1000 };

static bool is_project(struct project *project, const char *directory)
{
	if (!project->config || project->config->is_project)
		return true;
	findings_add(&project->findings, FINDING_MISTAKE, directory, NULL,
	             "there is no project here: expected src/api, src/components, src/extensions, or a package.json "
	             "that depends on @strapi/strapi; lectern new makes one");
	return false;
}

static bool find_stored(void *context, const struct content_type *type, const char *attribute,
                        enum attribute_type *found)
{
	return stored_types_find(context, type, attribute, found);
}

static bool project_is_first(void *context)
{
	return stored_types_project_is_first(context);
}

/* Without a configuration nothing but the models is there to be read. `described`: see model_options. */
static struct registry *load_models(struct project *project, struct arena *arena, const char *directory,
                                    struct json_object *described, struct findings *findings)
{
	struct stored_types stored = {.arena = arena, .config = project->config};
	if (!project->config)
		return model_load(arena, directory, NULL, findings);
	const struct model_options options = {
	    .custom_fields = project->config->custom_fields,
	    .custom_field_count = project->config->custom_field_count,
	    .described = described,
	    .no_languages = project->config->no_languages,
	    .stored_type = find_stored,
	    .project_is_first = project_is_first,
	    .context = &stored,
	};
	return model_load(arena, directory, &options, findings);
}

/* Has configuration in code evaluated. What can't be is told by config_load, or is a mistake. The process goes on in
 * *kept, unless that is NULL. */
static void evaluate(const struct host_options *options, struct arena *arena, struct config_code *code,
                     struct findings *findings, struct host **kept)
{
	struct error error;
	struct host *host = host_open(options, &error);
	if (!host)
		code->unread = arena_copy(arena, slice_of(error.message));
	else if (!host_read_config(host, arena, options->environment, &code->files, findings, &error))
		findings_add(findings, FINDING_MISTAKE, "config", NULL, "can't be evaluated: %s", error.message);
	if (kept)
		*kept = host;
	else
		host_close(host);
}

static struct config *read_config(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                                  struct findings *findings, struct host **kept)
{
	struct config_code code = {0};
	struct host_options options = {.directory = directory};
	options.environment = config_environment(arena, directory, overrides, &options.env_path);
	/* Node runs in the project's folder. */
	char *env_path = realpath(options.env_path, NULL);
	options.env_path = env_path;
	if (overrides && overrides->without_code)
		code.unread = "--without-code";
	else if (config_has_code(arena, directory, options.environment))
		evaluate(&options, arena, &code, findings, kept);
	free(env_path);
	return config_load(arena, directory, overrides, &code, findings);
}

struct config *project_read_config(struct arena *arena, const char *directory, const struct config_overrides *overrides,
                                   struct findings *findings)
{
	return read_config(arena, directory, overrides, findings, NULL);
}

/* ---- the project's code ---- */

bool project_start_code(struct project *project, struct error *error)
{
	const struct config *config = project->config;
	struct host_options options = {.directory = config->directory, .environment = config->environment};
	if (project->host)
		return true;
	char *env_path = realpath(config->env_path, NULL);
	options.env_path = env_path;
	project->host = host_open(&options, error);
	free(env_path);
	return project->host != NULL;
}

/* Whether there is code to be loaded, as far as the models and the files tell. */
static bool needs_code(struct project *project, const char *directory)
{
	struct arena *arena = arena_create();
	struct findings guessed;
	findings_init(&guessed, arena);
	struct registry *registry = load_models(project, arena, directory, NULL, &guessed);
	const bool needed = host_needs_code(
	    host_survey(directory, project->config, registry ? registry : model_outline(arena, directory), &guessed));
	arena_destroy(arena);
	return needed;
}

/* What the code tells of itself, or NULL: it is not needed, or there is nothing to run it, or it can't be loaded. */
static struct json_object *load_code(struct project *project, struct arena *arena, const char *directory)
{
	struct error error;
	if (!needs_code(project, directory) || !project_start_code(project, &error))
		return NULL;
	struct json_object *description = host_load(project->host, arena, project->config, &error);
	if (!description)
		findings_add(&project->findings, FINDING_MISTAKE, "src", NULL, "can't be loaded: %s", error.message);
	return description;
}

/* The types that the configuration names. */
static void check_shared_types(struct project *project)
{
	const struct config_sharing *sharing = &project->config->sharing;
	for (size_t i = 0; i < sharing->type_count; i++) {
		const char *uid = sharing->types[i].uid;
		const struct content_type *type = model_type(project->registry, slice_of(uid));
		if (strcmp(uid, "*") != 0 && (!type || type->component))
			findings_add(&project->findings, FINDING_MISTAKE, "config/server",
			             arena_format(project->registry->arena, "$.cache.contentTypes[\"%s\"]", uid),
			             "expected the name of a content-type, such as api::restaurant.restaurant");
	}
}

static void take_models(struct project *project, struct arena *arena, const char *directory,
                        struct json_object *description)
{
	project->registry = load_models(project, arena, directory, description, &project->findings);
	if (!project->registry) {
		host_survey(directory, project->config, model_outline(arena, directory), &project->findings);
		return;
	}
	project->survey = description ? host_survey_described(directory, project->config, project->registry,
	                                                      description, &project->findings)
	                              : host_survey(directory, project->config, project->registry, &project->findings);
	host_list_actions(project->survey, project->registry);
	if (project->config)
		check_shared_types(project);
}

bool project_read(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides)
{
	const bool code = !(overrides && overrides->without_code);
	struct json_object *description = NULL;
	*project = (struct project){0};
	findings_init(&project->findings, arena);
	project->config = read_config(arena, directory, overrides, &project->findings, &project->host);
	if (!is_project(project, project->config ? project->config->directory : directory))
		return false;
	if (project->config && code)
		description = load_code(project, arena, directory);
	take_models(project, arena, directory, description);
	if (project->config)
		migrations_look(project, directory, code, arena);
	return project->config && project->registry && !findings_of_kind(&project->findings, FINDING_MISTAKE);
}

void project_end_code(struct project *project)
{
	host_close(project->host);
	project->host = NULL;
}

/* One mistake is told as the reason. */
static bool refuse(const struct findings *findings, struct error *error)
{
	const struct finding *first = findings->first;
	if (first && !first->next && findings->count == 1)
		return error_set(error, 500, "ConfigurationError", "%s: %s%s%s", first->file,
		                 first->path ? first->path : "", first->path ? ": " : "", first->message);
	report_print_mistakes(stderr, findings);
	return error_set(error, 500, "ConfigurationError", "The project has mistakes");
}

bool project_open(struct project *project, struct arena *arena, const char *directory,
                  const struct config_overrides *overrides, const struct project_opening *opening, struct error *error)
{
	bool done = project_read(project, arena, directory, overrides) || refuse(&project->findings, error);
	done = done &&
	       (opening->makes_database ? database_permit(project->config, opening->create, error)
	                                : database_expect(project->config, error)) &&
	       migrations_run(project, arena, error);
	project_end_code(project);
	if (!done)
		return false;
	model_make_private(project->registry, project->config->private_attributes,
	                   project->config->private_attribute_count);
	project->config->statement_timeout = STATEMENT_TIMEOUT_MS;
	if (opening->extended && !(project->extensions = extend_load(project->config, project->registry, error)))
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
