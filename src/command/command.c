#include "command.h"

#include "command/operator/export.h"
#include "command/operator/operator.h"
#include "command/project/advise.h"
#include "command/project/check.h"
#include "command/project/extension.h"
#include "command/project/migrate.h"
#include "command/project/new.h"
#include "command/project/panel.h"
#include "command/project/routes.h"
#include "command/project/schema.h"
#include "serve.h"

static const char help[] =
    "lectern " LECTERN_VERSION ", a content API server\n"
    "\n"
    "lectern serve [DIR]        serve the project in DIR (here when not named)\n"
    "    --host HOST            the address to listen on (127.0.0.1)\n"
    "    --port PORT            the port (1337)\n"
    "    --database DATABASE    sqlite:PATH, or postgres://user:password@host:port/database\n"
    "    --env NAME             production, or what it is (development)\n"
    "    --log-requests         log a line a request\n"
    "    --without-code         leave out the parts of the project that lectern does not run\n"
    "    --create               make the database, also where it is not expected to be made\n"
    "    --watch                for development: load the project again when its files change;\n"
    "                           the panel's Content-Type Builder writes models\n"
    "lectern new DIR            write a small project into DIR, with its database\n"
    "    --javascript           with code: one example of each kind\n"
    "lectern migrate [DIR]      give the database what the models need; serve does it too\n"
    "    --database DATABASE    as for serve\n"
    "    --dry-run              only print the SQL\n"
    "    --prune                drop the tables, columns and indexes that models had and have no more\n"
    "    --lossy                change the types of columns even where values are lost\n"
    "    --env, --create, --without-code: as for serve\n"
    "lectern advise [DIR]       name the indexes that the slow statements of DIR's servers would gain by\n"
    "    --apply                and make them, while servers go on\n"
    "    --env, --database      as for serve\n"
    "lectern export [DIR]       write all content to standard output, as JSON lines\n"
    "    --database DATABASE    as for serve\n"
    "    --files                a tar of the lines and of the uploaded files\n"
    "    --strapi               an archive for strapi import, in a file\n"
    "        --key KEY, --file NAME, --no-encrypt, --no-compress, --only PARTS, --exclude PARTS\n"
    "lectern import [DIR]       read such lines, such a tar, or an archive of strapi export, from "
    "standard input: all of it, or nothing\n"
    "    --file FILE            or from a file\n"
    "    --database DATABASE    as for serve\n"
    "    --replace              take away what is there first; else there must be nothing\n"
    "    --key KEY              of an encrypted archive of strapi export\n"
    "    --force                --replace, and leave out what the models do not have\n"
    "    --only PARTS, --exclude PARTS: some of content, files, config\n"
    "    --create               as for serve\n";
static const char operator_help[] =
    "lectern token create NAME [PERMISSIONS]      make an API token and print it, once\n"
    "    --type TYPE            read-only, full-access or custom (with PERMISSIONS)\n"
    "    --expires TIME         90d, 12h or 30m; never when not given\n"
    "    --description TEXT     what it is for\n"
    "lectern token list                           API tokens\n"
    "lectern token revoke NAME                    take one away\n"
    "lectern user create USERNAME EMAIL           add a user\n"
    "    --role ROLE            else the settings' default role\n"
    "    --unconfirmed          the e-mail address is still to be confirmed\n"
    "    --generate-password    make up a password and print it; else it is read from standard input\n"
    "lectern user list                            users\n"
    "lectern user set-role USER ROLE\n"
    "lectern user block USER                      the user's requests are refused from now on\n"
    "lectern user unblock USER\n"
    "lectern user set-password USER               (--generate-password)\n"
    "lectern admin create EMAIL FIRSTNAME [LASTNAME]  add one who administrates the project\n"
    "    (--role ROLE, --generate-password)\n"
    "lectern admin list                           (--json)\n"
    "lectern admin set-password EMAIL             (--generate-password)\n"
    "lectern role list                            roles\n"
    "lectern role show ROLE                       what a role may do\n"
    "lectern role create NAME                     (--type TYPE, --description TEXT)\n"
    "lectern role grant ROLE PERMISSIONS          such as: role grant public api::article.article find findOne\n"
    "lectern role revoke ROLE PERMISSIONS\n"
    "lectern webhook add NAME URL [EVENTS]        tell a URL of changes; without EVENTS of all\n"
    "    --header \"NAME: VALUE\" a header of its calls, any number of times\n"
    "lectern webhook list                         webhooks, and what waits for them\n"
    "lectern webhook remove|enable|disable NAME\n"
    "lectern webhook test NAME                    call it now\n"
    "lectern webhook deliveries [NAME]            what was sent, the newest first (--limit NUMBER)\n"
    "    --project DIR          all of these: the project's folder (here when not named)\n"
    "    --database DATABASE    as for serve\n"
    "    --json                 list, show, deliveries and token create: JSON\n"
    "lectern files check                          uploaded files without an entry, entries without their file\n"
    "    --repair               delete both (--project, --database)\n"
    "lectern extension new NAME                   write a small extension in C into the project\n"
    "lectern extension build [NAME]               build the project's extensions, with CC and CFLAGS\n"
    "    --project DIR          both of these\n"
    "lectern panel build [DIR]  make Strapi's panel with npm, in DIR/build\n"
    "lectern routes [DIR]       list the REST API's paths, each with the permission it takes\n"
    "lectern schema [DIR]       print the GraphQL schema of the project in DIR\n"
    "lectern check [DIR]        look for mistakes in the project, and for what lectern does not run of it\n"
    "    --env, --database      as for serve\n"
    "    --load-extensions      run the project's extensions, to check what they register\n"
    "lectern --version          print the version\n"
    "lectern --help             print this\n"
    "\n"
    "The options of serve go before the environment (HOST, PORT, DATABASE_URL, JWT_SECRET,\n"
    "API_TOKEN_SALT, LECTERN_THREADS), that before DIR/.env, and that before DIR/config/*.json.\n";

static void print_help(FILE *out)
{
	fputs(help, out);
	fputs(operator_help, out);
}

static bool is_one_of(const char *name, const char *a, const char *b, const char *c)
{
	return strcmp(name, a) == 0 || strcmp(name, b) == 0 || strcmp(name, c) == 0;
}

struct command {
	const char *name;
	enum command_takes takes;
	int (*run)(const struct command_options *options);
	int (*run_words)(int count, char **arguments); /* in place of `run`: reads what is behind its name itself */
};

static const struct command *find_command(const char *name)
{
	static const struct command commands[] = {
	    {"serve", TAKES_SERVE, command_serve, NULL},        {"new", TAKES_NEW, command_new, NULL},
	    {"migrate", TAKES_MIGRATE, command_migrate, NULL},  {"check", TAKES_CHECK, command_check, NULL},
	    {"routes", TAKES_CHECK, command_routes, NULL},      {"schema", TAKES_CHECK, command_schema, NULL},
	    {"export", TAKES_EXPORT, command_export, NULL},     {"import", TAKES_IMPORT, command_import, NULL},
	    {"token", TAKES_NONE, NULL, command_token},         {"user", TAKES_NONE, NULL, command_user},
	    {"role", TAKES_NONE, NULL, command_role},           {"admin", TAKES_NONE, NULL, command_admin},
	    {"extension", TAKES_NONE, NULL, command_extension}, {"panel", TAKES_NONE, NULL, command_panel},
	    {"advise", TAKES_ADVISE, command_advise, NULL},     {"files", TAKES_NONE, NULL, command_files},
	    {"webhook", TAKES_NONE, NULL, command_webhook},
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
	bool asks_for_help = count > 2 && strcmp(arguments[2], "--help") == 0;
	if (!*name) {
		print_help(stderr);
		return 2;
	}
	if (asks_for_help || is_one_of(name, "--help", "-h", "help")) {
		print_help(stdout);
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
	if (command->run_words)
		return command->run_words(count - 1, arguments + 1);
	if (!command_options_read(count - 1, arguments + 1, command->takes, &options))
		return 2;
	return command->run(&options);
}
