/* Inside the room `store`: how to connect to a PostgreSQL server, in libpq's keywords. */
#ifndef LECTERN_STORE_POSTGRES_CONNINFO_H
#define LECTERN_STORE_POSTGRES_CONNINFO_H

#include "base/base.h"

enum { CONNINFO_LARGEST = 64 };

/* Terminated lists for PQconnectStartParams. All text lives in the arena. */
struct conninfo {
	const char *keywords[CONNINFO_LARGEST + 1];
	const char *values[CONNINFO_LARGEST + 1];
	size_t count;
	const char *label; /* "127.0.0.1:5432/content", for messages: never the password */
};

/* What every connection is set to. */
struct conninfo_settings {
	const char *schema;
	unsigned statement_timeout; /* milliseconds */
	bool prepared_statements;
};

/* Reads a connection string or URL. `settings` travel as start-up options; NULL: none do, for poolers that take none.
 * What the string says itself stays, its own options included; connect_timeout is 5 s when it says none. */
bool conninfo_read(struct arena *arena, const char *text, const struct conninfo_settings *settings,
                   struct conninfo *conninfo, struct error *error);

/* Adds a setting, or changes it. */
void conninfo_set(struct conninfo *conninfo, const char *keyword, const char *value);

/* The value of search_path for a schema: the quoted name. */
const char *conninfo_search_path(struct arena *arena, const char *schema);

#endif
