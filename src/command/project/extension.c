#include "extension.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_NAME = 64, MOST_ARGUMENTS = 1024 };

struct extension_command {
	struct arena *arena;
	const char *project;
	const char **names; /* build: those named, or none for all */
	size_t name_count;
};

static bool complain(const char *problem, const char *why)
{
	fprintf(stderr, "lectern: %s: %s\n", problem, why);
	return false;
}

/* ---- files ---- */

static bool make_folder(const char *path)
{
	return mkdir(path, 0777) == 0 || errno == EEXIST || complain(path, strerror(errno));
}

static bool write_text(const char *path, struct slice text, int flags)
{
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
	if (file < 0)
		return complain(path, strerror(errno));
	bool written = true;
	while (written && text.len) {
		ssize_t count = write(file, text.ptr, text.len);
		written = count > 0 || errno == EINTR;
		text.ptr += count > 0 ? count : 0;
		text.len -= count > 0 ? (size_t)count : 0;
	}
	return (close(file) == 0 && written) || complain(path, strerror(errno));
}

/* The header is always that of this server. Written only when it differs: else all would be built again. */
static bool write_header(struct extension_command *command)
{
	const char *path = arena_format(command->arena, "%s/extensions/lectern.h", command->project);
	struct slice header = {(const char *)extension_header, extension_header_length};
	char *have = arena_alloc(command->arena, header.len + 1);
	FILE *file = fopen(path, "re");
	size_t length = file ? fread(have, 1, header.len + 1, file) : 0;
	if (file)
		fclose(file);
	return slice_equals(header, (struct slice){have, length}) || write_text(path, header, O_TRUNC);
}

static const char *fill_in(struct arena *arena, const char *source, const char *name)
{
	struct buffer text = {0};
	for (const char *at = source; *at;) {
		bool found = strncmp(at, "NAME", 4) == 0;
		buffer_text(&text, found ? name : "");
		if (!found)
			buffer_byte(&text, *at);
		at += found ? 4 : 1;
	}
	const char *filled = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return filled;
}

/* ---- new ---- */

static bool check_name(const char *name)
{
	size_t length = strlen(name);
	bool good = length > 0 && length <= LONGEST_NAME && name[0] != '-';
	for (const char *at = name; *at; at++)
		good = good && ((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-');
	return good || complain(name, "expected a name of letters a to z, digits and hyphens, 64 at most");
}

static int make_new(struct extension_command *command)
{
	const char *name = command->names[0];
	const char *folder = arena_format(command->arena, "%s/extensions/%s", command->project, name);
	const char *models = arena_format(command->arena, "%s/src", command->project);
	if (!check_name(name))
		return 2;
	if (access(models, F_OK) != 0)
		return complain(command->project,
		                "there is no project here: it has no folder src. lectern new makes one"),
		       1;
	if (!make_folder(arena_format(command->arena, "%s/extensions", command->project)))
		return 1;
	if (mkdir(folder, 0777) != 0)
		return complain(folder, strerror(errno)), 1;
	const char *source = fill_in(command->arena, extension_source, name);
	const char *makefile = fill_in(command->arena, extension_makefile, name);
	if (!write_text(arena_format(command->arena, "%s/%s.c", folder, name), slice_of(source), O_EXCL) ||
	    !write_text(arena_format(command->arena, "%s/Makefile", folder), slice_of(makefile), O_EXCL) ||
	    !write_header(command))
		return 1;
	printf("%s/%s.c is a working extension. To build and try it:\n"
	       "  lectern extension build --project %s\n"
	       "  lectern serve %s\n"
	       "  curl 'http://127.0.0.1:1337/api/%s/hello?name=Ada'\n",
	       folder, name, command->project, command->project, name);
	return 0;
}

/* ---- build ---- */

static bool run(const char *const *arguments)
{
	int status;
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		execvp(arguments[0], (char *const *)(uintptr_t)arguments);
		fprintf(stderr, "lectern: %s: %s\n", arguments[0], strerror(errno));
		_exit(127);
	}
	if (child < 0)
		return complain(arguments[0], strerror(errno));
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return complain(arguments[0], strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Words of a variable of the environment, as make takes CC and CFLAGS. */
static void add_words(struct extension_command *command, const char **arguments, size_t *count, const char *variable,
                      const char *otherwise)
{
	const char *value = getenv(variable);
	struct slice rest = slice_of(value && *value ? value : otherwise), word;
	while (slice_split(&rest, ' ', &word))
		if (word.len && *count < MOST_ARGUMENTS - 1)
			arguments[(*count)++] = arena_copy(command->arena, word);
}

static bool compile(struct extension_command *command, const char *folder, const char *target)
{
	const char **arguments = arena_array(command->arena, MOST_ARGUMENTS, sizeof *arguments);
	size_t count = 0;
	glob_t sources;
	if (glob(arena_format(command->arena, "%s/*.c", folder), 0, NULL, &sources) != 0)
		return complain(folder, "there are no C files to build");
	add_words(command, arguments, &count, "CC", "cc");
	arguments[count++] = "-std=c17";
	arguments[count++] = "-shared";
	arguments[count++] = "-fPIC";
	add_words(command, arguments, &count, "CFLAGS", "-O2 -g -Wall -Wextra");
	arguments[count++] = arena_format(command->arena, "-I%s/extensions", command->project);
	arguments[count++] = "-o";
	arguments[count++] = target;
	for (size_t i = 0; i < sources.gl_pathc && count < MOST_ARGUMENTS - 1; i++)
		arguments[count++] = sources.gl_pathv[i];
	add_words(command, arguments, &count, "LDFLAGS", "");
	bool done = run(arguments);
	globfree(&sources);
	return done;
}

static bool build_one(struct extension_command *command, const char *name)
{
	const char *folder = arena_format(command->arena, "%s/extensions/%s", command->project, name);
	const char *target = arena_format(command->arena, "%s/extensions/%s.so", command->project, name);
	const char *makefile = arena_format(command->arena, "%s/Makefile", folder);
	const char *const make[] = {"make", "-s", "-C", folder, NULL};
	if (access(folder, F_OK) != 0)
		return complain(folder, strerror(errno));
	bool built = access(makefile, F_OK) == 0 ? run(make) : compile(command, folder, target);
	if (built)
		printf("%s\n", target);
	return built || complain(name, "was not built");
}

static int is_folder(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int build(struct extension_command *command)
{
	const char *folder = arena_format(command->arena, "%s/extensions", command->project);
	struct dirent **entries;
	bool done = true;
	struct stat info;
	for (size_t i = 0; i < command->name_count; i++)
		if (!check_name(command->names[i]))
			return 2;
	int count = scandir(folder, &entries, is_folder, alphasort);
	if (count < 0)
		return complain(folder, strerror(errno)), 1;
	if (!write_header(command))
		done = false;
	for (int i = 0; i < count; i++) {
		const char *path = arena_format(command->arena, "%s/%s", folder, entries[i]->d_name);
		bool wanted = !command->name_count && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
		if (wanted)
			done = build_one(command, arena_copy(command->arena, slice_of(entries[i]->d_name))) && done;
		free(entries[i]);
	}
	free(entries);
	for (size_t i = 0; i < command->name_count; i++)
		done = build_one(command, command->names[i]) && done;
	return done ? 0 : 1;
}

/* ---- the command line ---- */

static int refuse(const char *problem)
{
	fprintf(stderr, "lectern: extension: %s\nlectern --help tells what there is\n", problem);
	return 2;
}

/* Names and --project in any order. */
static bool read_words(struct extension_command *command, int count, char **arguments)
{
	command->names = arena_array(command->arena, (size_t)count + 1, sizeof *command->names);
	for (int i = 0; i < count; i++) {
		if (strncmp(arguments[i], "--project=", 10) == 0)
			command->project = arguments[i] + 10;
		else if (strcmp(arguments[i], "--project") == 0 && i + 1 < count)
			command->project = arguments[++i];
		else if (arguments[i][0] == '-')
			return refuse(arena_format(command->arena, "unknown option, or one without its value: %s",
			                           arguments[i])),
			       false;
		else
			command->names[command->name_count++] = arguments[i];
	}
	return true;
}

int command_extension(int count, char **arguments)
{
	struct extension_command command = {.arena = arena_create(), .project = "."};
	const char *verb = count > 1 ? arguments[1] : "";
	int status = 2;
	if (strcmp(verb, "new") != 0 && strcmp(verb, "build") != 0)
		refuse(arena_format(command.arena,
		                    *verb ? "unknown: %s. Expected new or build" : "%sexpected new or build", verb));
	else if (!read_words(&command, count - 2, arguments + 2))
		status = 2;
	else if (strcmp(verb, "build") == 0)
		status = build(&command);
	else
		status = command.name_count == 1 ? make_new(&command)
		                                 : refuse("expected one name: lectern extension new NAME");
	arena_destroy(command.arena);
	return status;
}
