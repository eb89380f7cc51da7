/* The words and options of the operator's commands: lectern token, user, role. */
#ifndef LECTERN_COMMAND_OPERATOR_OPTIONS_H
#define LECTERN_COMMAND_OPERATOR_OPTIONS_H

#include "config/config.h"

enum { OPERATOR_MOST_HEADERS = 32 };

struct operator_options {
	const char *directory; /* --project; "." when not named */
	struct config_overrides overrides;
	char **words; /* what stands behind the verb and is no option */
	size_t word_count;
	bool json;
	const char *type, *description, *expires, *role; /* NULL when not given */
	const char *limit;
	const char *headers[OPERATOR_MOST_HEADERS];
	size_t header_count;
	bool generate, unconfirmed, repair;
};

/* Which options a verb takes beside --project and --database. */
enum operator_takes {
	TAKES_JSON = 1 << 0,
	TAKES_TYPE = 1 << 1,
	TAKES_DESCRIPTION = 1 << 2,
	TAKES_EXPIRES = 1 << 3,
	TAKES_ROLE = 1 << 4,
	TAKES_PASSWORD = 1 << 5, /* --generate-password; else it is read from standard input */
	TAKES_UNCONFIRMED = 1 << 6,
	TAKES_REPAIR = 1 << 7,
	TAKES_HEADER = 1 << 8, /* any number of them */
	TAKES_LIMIT = 1 << 9,
};

/* Reads `arguments`, of which the first is the verb. False after printing what is wrong with them. */
bool operator_options_read(int count, char **arguments, unsigned takes, struct operator_options *options);

#endif
