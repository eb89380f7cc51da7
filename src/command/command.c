#include "command.h"

#include "check.h"
#include "export.h"
#include "migrate.h"
#include "new.h"
#include "serve.h"

static const char help[] =
    "lectern " LECTERN_VERSION ", a content API server\n"
    "\n"
    "lectern serve [DIR]        serve the project in DIR (here when not named)\n"
    "    --host HOST            the address to listen on (127.0.0.1)\n"
    "    --port PORT            the port (1337)\n"
    "    --database DATABASE    sqlite:PATH, or postgres://user:password@host:port/database\n"
    "    --log-requests         log a line a request\n"
    "lectern new DIR            write a small project into DIR, with its database\n"
    "lectern migrate [DIR]      give the database what the models need; serve does it too\n"
    "    --database DATABASE    as for serve\n"
    "    --dry-run              only print the SQL\n"
    "    --prune                drop the tables and columns that models had and have no more\n"
    "lectern export [DIR]       write all content to standard output, as JSON lines\n"
    "    --database DATABASE    as for serve\n"
    "lectern import [DIR]       read such lines from standard input: all of them, or nothing\n"
    "    --database DATABASE    as for serve\n"
    "    --replace              take away what is there first; else there must be nothing\n"
    "lectern check [DIR]        look for mistakes in the project's models and configuration\n"
    "lectern --version          print the version\n"
    "lectern --help             print this\n"
    "\n"
    "The options of serve go before the environment (HOST, PORT, DATABASE_URL, JWT_SECRET,\n"
    "API_TOKEN_SALT, LECTERN_THREADS), that before DIR/.env, and that before DIR/config/*.json.\n";

static bool is_one_of(const char *name, const char *a, const char *b, const char *c)
{
	return strcmp(name, a) == 0 || strcmp(name, b) == 0 || strcmp(name, c) == 0;
}

struct command {
	const char *name;
	enum command_takes takes;
	int (*run)(const struct command_options *options);
};

static const struct command *find_command(const char *name)
{
	static const struct command commands[] = {
	    {"serve", TAKES_SERVE, command_serve},
	    {"new", TAKES_NONE, command_new},
	    {"migrate", TAKES_MIGRATE, command_migrate},
	    {"check", TAKES_NONE, command_check},
	    {"export", TAKES_EXPORT, command_export},
	    {"import", TAKES_IMPORT, command_import},
	};
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

int command_run(int count, char **arguments)
{
	struct command_options options;
	const char *name = count > 1 ? arguments[1] : "";
	if (!*name) {
		fputs(help, stderr);
		return 2;
	}
	if (is_one_of(name, "--help", "-h", "help")) {
		fputs(help, stdout);
		return 0;
	}
	if (is_one_of(name, "--version", "-v", "version")) {
		puts("lectern " LECTERN_VERSION);
		return 0;
	}
	const struct command *command = find_command(name);
	if (!command) {
		fprintf(stderr, "lectern: unknown %s: %s\nlectern --help tells what there is\n",
		        name[0] == '-' ? "option" : "command", name);
		return 2;
	}
	if (!command_options_read(count - 1, arguments + 1, command->takes, &options))
		return 2;
	return command->run(&options);
}
