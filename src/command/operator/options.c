#include "options.h"

#include "command/options.h"

#include <getopt.h>
#include <stdio.h>

enum { OPTION_ALWAYS = 0 };

struct known_option {
	struct option option;
	unsigned takes; /* OPTION_ALWAYS: every verb does */
};

static const struct known_option known_options[] = {
    {{"project", required_argument, NULL, 'P'}, OPTION_ALWAYS},
    {{"database", required_argument, NULL, 'd'}, OPTION_ALWAYS},
    {{"env", required_argument, NULL, 'E'}, OPTION_ALWAYS},
    {{"json", no_argument, NULL, 'j'}, TAKES_JSON},
    {{"type", required_argument, NULL, 't'}, TAKES_TYPE},
    {{"description", required_argument, NULL, 'D'}, TAKES_DESCRIPTION},
    {{"expires", required_argument, NULL, 'e'}, TAKES_EXPIRES},
    {{"role", required_argument, NULL, 'r'}, TAKES_ROLE},
    {{"generate-password", no_argument, NULL, 'g'}, TAKES_PASSWORD},
    {{"unconfirmed", no_argument, NULL, 'u'}, TAKES_UNCONFIRMED},
    {{"repair", no_argument, NULL, 'R'}, TAKES_REPAIR},
    {{"header", required_argument, NULL, 'H'}, TAKES_HEADER},
    {{"limit", required_argument, NULL, 'l'}, TAKES_LIMIT},
};

static bool refuse(const char *problem, const char *argument)
{
	fprintf(stderr, "lectern: %s: %s\nlectern --help tells what there is\n", problem, argument);
	return false;
}

static bool take_option(int option, const char *argument, struct operator_options *options)
{
	switch (option) {
	case 'P':
		options->directory = optarg;
		return true;
	case 'd':
		options->overrides.database = command_take_database(optarg);
		return true;
	case 'E':
		options->overrides.environment = optarg;
		return true;
	case 'j':
		options->json = true;
		return true;
	case 't':
		options->type = optarg;
		return true;
	case 'D':
		options->description = optarg;
		return true;
	case 'e':
		options->expires = optarg;
		return true;
	case 'r':
		options->role = optarg;
		return true;
	case 'g':
		options->generate = true;
		return true;
	case 'R':
		options->repair = true;
		return true;
	case 'u':
		options->unconfirmed = true;
		return true;
	case 'l':
		options->limit = optarg;
		return true;
	case 'H':
		if (options->header_count == OPERATOR_MOST_HEADERS)
			return refuse("too many headers", argument);
		options->headers[options->header_count++] = optarg;
		return true;
	case ':':
		return refuse("a value is missing", argument);
	default:
		return refuse("unknown option", argument);
	}
}

bool operator_options_read(int count, char **arguments, unsigned takes, struct operator_options *options)
{
	struct option taken[COUNT_OF(known_options) + 1] = {{NULL, 0, NULL, 0}};
	size_t taken_count = 0;
	int option;
	for (size_t i = 0; i < COUNT_OF(known_options); i++)
		if (known_options[i].takes == OPTION_ALWAYS || (known_options[i].takes & takes))
			taken[taken_count++] = known_options[i].option;
	*options = (struct operator_options){.directory = "."};
	opterr = 0;
	optind = 1;
	while ((option = getopt_long(count, arguments, ":", taken, NULL)) != -1)
		if (!take_option(option, arguments[optind - 1], options))
			return false;
	options->words = arguments + optind;
	options->word_count = (size_t)(count - optind);
	return true;
}
