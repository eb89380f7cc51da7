#include "export.h"

#include "command/project/project.h"
#include "password.h"
#include "transfer/transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
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

/* ---- archives of Strapi's ---- */

static bool read_parts(const struct command_options *options, struct transfer_parts *parts, struct error *error)
{
	const unsigned only = options->only ? options->only : OPTION_CONTENT | OPTION_FILES | OPTION_CONFIG;
	const unsigned taken = only & ~options->exclude;
	*parts = (struct transfer_parts){
	    .content = taken & OPTION_CONTENT, .files = taken & OPTION_FILES, .settings = taken & OPTION_CONFIG};
	return !(options->only & options->exclude) || error_validation(error, "--only and --exclude name the same");
}

/* The key of an encrypted archive: --key, or it is asked for. */
static bool read_key(const struct command_options *options, struct arena *arena, const char **key, struct error *error)
{
	*key = options->key;
	if (!*key && !isatty(STDIN_FILENO))
		return error_validation(error, "The archive is encrypted: --key is needed");
	if (!*key && !password_prompt("Key of the archive: ", arena, key, error))
		return false;
	return **key || error_validation(error, "The key is empty");
}

/* "export_20260131235959.tar.gz.enc" in the folder of the command, as strapi export names it; or --file with the
 * endings. */
static const char *archive_name(const struct command_options *options, struct arena *arena)
{
	char stamp[32];
	const time_t now = time(NULL);
	struct tm parts;
	localtime_r(&now, &parts);
	strftime(stamp, sizeof stamp, "export_%Y%m%d%H%M%S", &parts);
	return arena_format(arena, "%s.tar%s%s", options->file ? options->file : stamp,
	                    options->no_compress ? "" : ".gz", options->no_encrypt ? "" : ".enc");
}

static void print_exported(const char *name, const struct transfer_strapi_result *result)
{
	if (result->left_out)
		fprintf(stderr, "lectern: %lld links were left out: they tie entries or fields that are not there\n",
		        (long long)result->left_out);
	if (result->missing_files)
		fprintf(stderr, "lectern: %lld files were left out: they are not in the folder of uploads\n",
		        (long long)result->missing_files);
	printf("Exported %lld entries, %lld links, %lld settings and %lld files to %s\n", (long long)result->entries,
	       (long long)result->links, (long long)result->settings, (long long)result->files, name);
}

/* Passwords' hashes are in it: nobody else may read it. */
static bool write_strapi(const struct project *project, const struct transfer_strapi_options *how, const char *name,
                         struct error *error)
{
	struct transfer_strapi_result result;
	const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
	FILE *out = file >= 0 ? fdopen(file, "wb") : NULL;
	if (!out)
		return error_set(error, 500, "InternalServerError", "%s can't be written: %s", name, strerror(errno));
	bool done = transfer_export_strapi(project->store, project->registry, out, how, &result, error);
	if (fclose(out) != 0 && done)
		done = error_set(error, 500, "InternalServerError", "%s can't be written: %s", name, strerror(errno));
	if (done)
		print_exported(name, &result);
	else
		unlink(name);
	return done;
}

static bool export_strapi(const struct project *project, const struct command_options *options, struct error *error)
{
	struct arena *arena = arena_create();
	struct transfer_strapi_options how = {
	    .uploads = arena_format(arena, "%s/uploads", project->config->files.directory),
	    .version = project->config->admin.strapi_version,
	    .compressed = !options->no_compress,
	    .progress = progress(),
	};
	bool done = read_parts(options, &how.parts, error) &&
	            (options->no_encrypt || read_key(options, arena, &how.key, error)) &&
	            write_strapi(project, &how, archive_name(options, arena), error);
	arena_destroy(arena);
	return done;
}

static bool export_project(const struct project *project, const struct command_options *options, struct error *error)
{
	if (options->strapi)
		return export_strapi(project, options, error);
	if (options->file || options->key || options->only || options->exclude || options->no_encrypt ||
	    options->no_compress)
		return error_validation(
		    error, "--file, --key, --only, --exclude, --no-encrypt and --no-compress are of --strapi");
	return options->files ? export_files(project, error) : export_lines(project, stdout, error);
}

/* ---- import ---- */

static bool import_lines(const struct project *project, FILE *in, const struct transfer_import_options *how,
                         struct error *error)
{
	struct transfer_result result;
	if (!transfer_import(project->store, project->registry, in, how, &result, error))
		return false;
	printf("Imported %lld entries, %lld links and %lld settings in %.1f s\n", (long long)result.entries,
	       (long long)result.links, (long long)result.settings, result.seconds);
	return true;
}

/* Of an archive of Strapi's only that is replaced which it has. */
static bool import_unpacked(const struct project *project, struct transfer_unpacked *unpacked,
                            const struct transfer_import_options *options, struct error *error)
{
	struct transfer_import_options how = *options;
	struct transfer_parts parts;
	if (transfer_unpacked_is_strapi(unpacked, &parts)) {
		how.keeps_admins = true;
		how.keeps_content = !parts.content;
		how.keeps_settings = !parts.settings;
	}
	if (!import_lines(project, transfer_unpacked_lines(unpacked), &how, error) || !transfer_place(unpacked, error))
		return false;
	if (transfer_unpacked_left_out(unpacked))
		fprintf(stderr, "lectern: %lld links were left out: they tie entries that are not there\n",
		        (long long)transfer_unpacked_left_out(unpacked));
	printf("Imported %lld files\n", (long long)transfer_unpacked_files(unpacked));
	return true;
}

static bool import_archive(const struct project *project, FILE *in, const struct command_options *options,
                           const struct transfer_import_options *how, struct error *error)
{
	struct transfer_unpacked *unpacked = NULL;
	struct arena *arena = arena_create();
	struct transfer_unpack_options reading = {
	    .registry = project->registry,
	    .public = project->config->files.directory,
	    .force = options->force,
	    .mistakes = stderr,
	    .progress = progress(),
	};
	const size_t len = options->file ? strlen(options->file) : 0;
	const bool encrypted = options->key || (len > 4 && strcmp(options->file + len - 4, ".enc") == 0);
	bool done = read_parts(options, &reading.parts, error) &&
	            (!encrypted || read_key(options, arena, &reading.key, error)) &&
	            transfer_unpack(in, &reading, &unpacked, error) && import_unpacked(project, unpacked, how, error);
	transfer_unpacked_free(unpacked);
	arena_destroy(arena);
	return done;
}

static bool import(const struct project *project, const struct command_options *options, struct error *error)
{
	const struct transfer_import_options how = {
	    .replace = options->replace, .mistakes = stderr, .progress = progress()};
	FILE *in = options->file ? fopen(options->file, "rbe") : stdin;
	if (!in)
		return error_validation(error, "%s can't be read: %s", options->file, strerror(errno));
	bool done = options->key || transfer_is_archive(in) ? import_archive(project, in, options, &how, error)
	                                                    : import_lines(project, in, &how, error);
	if (options->file)
		fclose(in);
	return done;
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
