#include "schema.h"

#include "api/graphql/api_graphql.h"
#include "project.h"

#include <errno.h>

/* With what the project's code adds, where it is loaded. */
static bool print_schema(struct arena *arena, const struct project *project)
{
	const struct registry *registry = project->registry;
	struct host_graphql *code = host_graphql_create(arena, NULL, host_graphql_described(project->survey), NULL);
	struct api_graphql_switches *switches = api_graphql_switches_create(arena, registry);
	struct buffer text = {0};
	struct error error;
	if (host_graphql_is_late(project->survey)) {
		fprintf(stderr,
		        "lectern: the schema is made when the project's plugins have started: ask a server for it\n");
		return false;
	}
	if (code)
		host_graphql_switch(code, switches);
	const struct api_graphql_schema *schema = api_graphql_build(arena, project->config, registry, switches,
	                                                            code ? host_graphql_extend : NULL, code, &error);
	if (!schema) {
		fprintf(stderr, "lectern: %s\n", error.message);
		return false;
	}
	graphql_print_schema(&text, schema->graphql);
	buffer_byte(&text, '\n');
	bool written = fwrite(text.data, 1, text.len, stdout) == text.len && fflush(stdout) == 0;
	if (!written)
		fprintf(stderr, "lectern: the schema can't be written: %s\n", strerror(errno));
	buffer_free(&text);
	return written;
}

int command_schema(const struct command_options *options)
{
	struct arena *arena = arena_create();
	struct project project;
	bool done = project_read(&project, arena, options->directory, &options->overrides);
	project_end_code(&project);
	report_print_mistakes(stderr, &project.findings);
	if (done) {
		const struct config *config = project.config;
		model_make_private(project.registry, config->private_attributes, config->private_attribute_count);
		done = print_schema(arena, &project);
	}
	arena_destroy(arena);
	return done ? 0 : 1;
}
