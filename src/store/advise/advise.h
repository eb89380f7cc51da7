/* Part of the door of the room `store`: which indexes would help, by the shapes of the statements that were slow.
 *
 * What an index gains is measured on a copy: on SQLite of the whole database, in a file beside it that is removed
 * afterwards; on PostgreSQL of the table, as a temporary one in a transaction that is rolled back. The database itself
 * is only read, unless indexes are to be made. Called by the main thread of a command; blocks. */
#ifndef LECTERN_STORE_ADVISE_H
#define LECTERN_STORE_ADVISE_H

#include "config/config.h"
#include "model/model.h"

#include <stdio.h>

struct advise_options {
	bool apply; /* makes the indexes while servers go on: CONCURRENTLY on PostgreSQL */
	FILE *out;  /* gets what is advised, for people */
};

/* Fails when the database can't be reached or copied, or an index can't be made. */
bool store_advise(const struct config *config, const struct registry *registry, const struct advise_options *options,
                  struct error *error);

#endif
