#include "export.h"

#include "command/project/project.h"
#include "transfer/transfer.h"

#include <signal.h>
#include <unistd.h>

static FILE *progress(void)
{
	return isatty(STDERR_FILENO) ? stderr : NULL;
}

static bool export_lines(const struct project *project, FILE *out, struct error *error)
{
	struct transfer_result result;
	if (!transfer_export(project->store, project->registry, out, progress(), &result, error))
		return false;
	if (result.left_out)
		fprintf(stderr, "lectern: %lld links were left out: they tie entries or fields that are not there\n",
		        (long long)result.left_out);
	return true;
}

/* An archive says how long its lines are before they come. */
static bool export_files(const struct project *project, struct error *error)
{
	struct arena *arena = arena_create();
	FILE *lines = tmpfile();
	int64_t files;
	bool done = lines ? export_lines(project, lines, error)
	                  : error_set(error, 500, "InternalServerError", "No temporary file can be made");
	done = done && transfer_pack(lines, arena_format(arena, "%s/uploads", project->config->files.directory), stdout,
	                             progress(), &files, error);
	if (lines)
		fclose(lines);
	arena_destroy(arena);
	return done;
}

static bool export_project(const struct project *project, const struct command_options *options, struct error *error)
{
	return options->files ? export_files(project, error) : export_lines(project, stdout, error);
}

static bool import_lines(const struct project *project, FILE *in, const struct command_options *options,
                         struct error *error)
{
	const struct transfer_import_options how = {
	    .replace = options->replace, .mistakes = stderr, .progress = progress()};
	struct transfer_result result;
	if (!transfer_import(project->store, project->registry, in, &how, &result, error))
		return false;
	printf("Imported %lld entries, %lld links and %lld settings in %.1f s\n", (long long)result.entries,
	       (long long)result.links, (long long)result.settings, result.seconds);
	return true;
}

static bool import_files(const struct project *project, const struct command_options *options, struct error *error)
{
	struct transfer_unpacked *unpacked = NULL;
	bool done = transfer_unpack(stdin, project->config->files.directory, progress(), &unpacked, error) &&
	            import_lines(project, transfer_unpacked_lines(unpacked), options, error) &&
	            transfer_place(unpacked, error);
	if (done)
		printf("Imported %lld files\n", (long long)transfer_unpacked_files(unpacked));
	transfer_unpacked_free(unpacked);
	return done;
}

static bool import(const struct project *project, const struct command_options *options, struct error *error)
{
	return transfer_is_archive(stdin) ? import_files(project, options, error)
	                                  : import_lines(project, stdin, options, error);
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
