/* The options and the folder that commands take. */
#ifndef LECTERN_COMMAND_OPTIONS_H
#define LECTERN_COMMAND_OPTIONS_H

#include "config/config.h"

struct command_options {
	const char *directory; /* the project; "." when not named */
	bool directory_named;
	struct config_overrides overrides;
	bool without_code;          /* of serve and migrate: goes on without what lectern does not run */
	bool watch;                 /* of serve: models change while it is served */
	bool load_extensions;       /* of check: runs them, too */
	bool create;                /* of serve, migrate and import: makes the database */
	bool dry_run, prune, lossy; /* of migrate */
	bool replace, force;        /* of import */
	bool apply;                 /* of advise: makes the indexes */
	bool javascript;            /* of new: with examples of code */
	bool files;                 /* of export: takes the uploaded files along */
	/* of archives of Strapi's */
	bool strapi, no_encrypt, no_compress; /* of export */
	const char *file, *key;               /* or NULL */
	unsigned only, exclude;               /* OPTION_CONTENT, …; 0: not given */
};

/* What --only and --exclude name. */
enum { OPTION_CONTENT = 1, OPTION_FILES = 2, OPTION_CONFIG = 4 };

/* Which options a command takes beside the folder. */
enum command_takes {
	TAKES_NONE,
	TAKES_CHECK,
	TAKES_SERVE,
	TAKES_MIGRATE,
	TAKES_EXPORT,
	TAKES_IMPORT,
	TAKES_NEW,
	TAKES_ADVISE
};

/* The value of --database, and a copy where it may have a password in it: the argument itself, which all users of the
 * machine see in the list of processes, is then overwritten. There is one such copy at a time. */
const char *command_take_database(char *argument);

/* So with a secret, which is always copied. There is one such copy at a time. */
const char *command_take_secret(char *argument);

/* Reads `arguments`, of which the first is the command's name. False after printing what is wrong with them. */
bool command_options_read(int count, char **arguments, enum command_takes takes, struct command_options *options);

#endif
