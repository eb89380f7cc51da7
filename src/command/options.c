#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

static bool read_port(const char *text, uint16_t *port)
{
	int64_t number;
	if (!slice_to_int64(slice_of(text), &number) || number < 1 || number > 65535) {
		fprintf(stderr, "lectern: --port: expected a port between 1 and 65535, got \"%s\"\n", text);
		return false;
	}
	*port = (uint16_t)number;
	return true;
}

static bool refuse(const char *problem, const char *argument)
{
	fprintf(stderr, "lectern: %s: %s\nlectern --help tells what there is\n", problem, argument);
	return false;
}

/* Copies an argument into *taken, and overwrites it where others see it. */
static const char *take(char **taken, char *argument)
{
	free(*taken);
	*taken = strdup(argument);
	if (!*taken)
		abort();
	memset(argument, 'x', strlen(argument));
	return *taken;
}

const char *command_take_database(char *argument)
{
	static char *taken;
	return strchr(argument, '@') || strstr(argument, "password") ? take(&taken, argument) : argument;
}

const char *command_take_secret(char *argument)
{
	static char *taken;
	return take(&taken, argument);
}

/* "content,config", as strapi export takes them. */
static bool read_parts(const char *option, struct slice list, unsigned *parts)
{
	static const char *const names[] = {"content", "files", "config"};
	struct slice part;
	while (slice_split(&list, ',', &part)) {
		size_t i = 0;
		while (i < COUNT_OF(names) && !slice_is(slice_trim(part), names[i]))
			i++;
		if (i == COUNT_OF(names)) {
			fprintf(stderr, "lectern: %s: expected some of content, files, config, got \"%.*s\"\n", option,
			        slice_shown_length(part, 100), part.ptr);
			return false;
		}
		*parts |= 1U << i;
	}
	return true;
}

static bool take_option(int option, const char *argument, struct command_options *options)
{
	switch (option) {
	case 'h':
		options->overrides.host = optarg;
		return true;
	case 'p':
		return read_port(optarg, &options->overrides.port);
	case 'd':
		options->overrides.database = command_take_database(optarg);
		return true;
	case 'e':
		options->overrides.environment = optarg;
		return true;
	case 'l':
		options->overrides.log_requests = true;
		return true;
	case 'W':
		options->watch = true;
		return true;
	case 'L':
		options->load_extensions = true;
		return true;
	case 'c':
		options->create = true;
		return true;
	case 'w':
		options->without_code = options->overrides.without_code = true;
		return true;
	case 'n':
		options->dry_run = true;
		return true;
	case 'x':
		options->prune = true;
		return true;
	case 'y':
		options->lossy = true;
		return true;
	case 'f':
		options->files = true;
		return true;
	case 'r':
		options->replace = true;
		return true;
	case 'F':
		options->replace = options->force = true;
		return true;
	case 's':
		options->strapi = true;
		return true;
	case 'E':
		options->no_encrypt = true;
		return true;
	case 'C':
		options->no_compress = true;
		return true;
	case 'o':
		options->file = optarg;
		return true;
	case 'k':
		options->key = command_take_secret(optarg);
		return true;
	case 'O':
		return read_parts("--only", slice_of(optarg), &options->only);
	case 'X':
		return read_parts("--exclude", slice_of(optarg), &options->exclude);
	case 'a':
		options->apply = true;
		return true;
	case 'j':
		options->javascript = true;
		return true;
	case ':':
		return refuse("a value is missing", argument);
	default:
		return refuse("unknown option", argument);
	}
}

bool command_options_read(int count, char **arguments, enum command_takes takes, struct command_options *options)
{
	static const struct option none[] = {{NULL, 0, NULL, 0}};
	static const struct option of_new[] = {{"javascript", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
	static const struct option of_check[] = {
	    {"load-extensions", no_argument, NULL, 'L'},
	    {"database", required_argument, NULL, 'd'},
	    {"env", required_argument, NULL, 'e'},
	    {NULL, 0, NULL, 0},
	};
	static const struct option of_migrate[] = {
	    {"database", required_argument, NULL, 'd'},
	    {"dry-run", no_argument, NULL, 'n'},
	    {"prune", no_argument, NULL, 'x'},
	    {"lossy", no_argument, NULL, 'y'},
	    {"without-code", no_argument, NULL, 'w'},
	    {"create", no_argument, NULL, 'c'},
	    {NULL, 0, NULL, 0},
	};
	static const struct option of_advise[] = {
	    {"database", required_argument, NULL, 'd'},
	    {"env", required_argument, NULL, 'e'},
	    {"apply", no_argument, NULL, 'a'},
	    {NULL, 0, NULL, 0},
	};
	static const struct option of_export[] = {
	    {"files", no_argument, NULL, 'f'},
	    {"strapi", no_argument, NULL, 's'},
	    {"no-encrypt", no_argument, NULL, 'E'},
	    {"no-compress", no_argument, NULL, 'C'},
	    {"file", required_argument, NULL, 'o'},
	    {"key", required_argument, NULL, 'k'},
	    {"only", required_argument, NULL, 'O'},
	    {"exclude", required_argument, NULL, 'X'},
	    {"database", required_argument, NULL, 'd'},
	    {"env", required_argument, NULL, 'e'},
	    {NULL, 0, NULL, 0},
	};
	static const struct option of_import[] = {
	    {"database", required_argument, NULL, 'd'}, {"env", required_argument, NULL, 'e'},
	    {"replace", no_argument, NULL, 'r'},        {"force", no_argument, NULL, 'F'},
	    {"file", required_argument, NULL, 'o'},     {"key", required_argument, NULL, 'k'},
	    {"only", required_argument, NULL, 'O'},     {"exclude", required_argument, NULL, 'X'},
	    {"create", no_argument, NULL, 'c'},         {NULL, 0, NULL, 0},
	};
	static const struct option of_serve[] = {
	    {"host", required_argument, NULL, 'h'},     {"port", required_argument, NULL, 'p'},
	    {"database", required_argument, NULL, 'd'}, {"env", required_argument, NULL, 'e'},
	    {"log-requests", no_argument, NULL, 'l'},   {"log", no_argument, NULL, 'l'},
	    {"without-code", no_argument, NULL, 'w'},   {"create", no_argument, NULL, 'c'},
	    {"watch", no_argument, NULL, 'W'},          {NULL, 0, NULL, 0},
	};
	static const struct option *const taken[] = {
	    [TAKES_NONE] = none,          [TAKES_CHECK] = of_check,   [TAKES_SERVE] = of_serve,
	    [TAKES_MIGRATE] = of_migrate, [TAKES_EXPORT] = of_export, [TAKES_IMPORT] = of_import,
	    [TAKES_NEW] = of_new,         [TAKES_ADVISE] = of_advise};
	int option;
	*options = (struct command_options){.directory = "."};
	opterr = 0;
	optind = 1;
	while ((option = getopt_long(count, arguments, ":", taken[takes], NULL)) != -1)
		if (!take_option(option, arguments[optind - 1], options))
			return false;
	if (optind < count) {
		options->directory = arguments[optind++];
		options->directory_named = true;
	}
	return optind >= count || refuse("unexpected argument", arguments[optind]);
}
