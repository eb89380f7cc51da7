#include "export.h"

#include "command/project/project.h"
#include "transfer/transfer.h"

#include <signal.h>
#include <unistd.h>

static FILE *progress(void)
{
	return isatty(STDERR_FILENO) ? stderr : NULL;
}

static bool export_project(const struct project *project, const struct command_options *options, struct error *error)
{
	struct transfer_result result;
	(void)options;
	if (!transfer_export(project->store, project->registry, stdout, progress(), &result, error))
		return false;
	if (result.left_out)
		fprintf(stderr, "lectern: %lld links were left out: they tie entries or fields that are not there\n",
		        (long long)result.left_out);
	return true;
}

static bool import(const struct project *project, const struct command_options *options, struct error *error)
{
	const struct transfer_import_options how = {
	    .replace = options->replace, .mistakes = stderr, .progress = progress()};
	struct transfer_result result;
	if (!transfer_import(project->store, project->registry, stdin, &how, &result, error))
		return false;
	printf("Imported %lld entries, %lld links and %lld settings in %.1f s\n", (long long)result.entries,
	       (long long)result.links, (long long)result.settings, result.seconds);
	return true;
}

static int run(const struct command_options *options, bool makes_database,
               bool (*work)(const struct project *project, const struct command_options *options, struct error *error))
{
	const char *directory = options->directory;
	struct project project = {.store = NULL};
	struct error error;
	struct arena *arena = arena_create();
	/* A reader that goes away is a failed write, not a sudden end. */
	signal(SIGPIPE, SIG_IGN);
	const struct project_opening how = {.makes_database = makes_database, .create = options->create};
	bool done = project_open(&project, arena, directory, &options->overrides, &how, &error) &&
	            work(&project, options, &error);
	if (!done)
		fprintf(stderr, "lectern: %s\n", error.message);
	project_close(&project);
	arena_destroy(arena);
	return done ? 0 : 1;
}

int command_export(const struct command_options *options)
{
	return run(options, false, export_project);
}

int command_import(const struct command_options *options)
{
	return run(options, true, import);
}
