/* Inside the SQLite driver: a connection's statements, prepared once and found again by their text. */
#ifndef LECTERN_STORE_SQLITE_STATEMENTS_H
#define LECTERN_STORE_SQLITE_STATEMENTS_H

#include "base/base.h"

#include <sqlite3.h>

enum {
	SQLITE_CACHE_SETS = 64,
	SQLITE_CACHE_WAYS = 4,
	SQLITE_CACHE_BYTES = 2 << 20,         /* of all statements that are kept */
	SQLITE_LARGEST_STATEMENT = 512 << 10, /* that is kept: larger ones must not drive all others out */
};

/* A prepared statement under its text. It lives in one of the slots of the set that its hash chooses; the one that was
 * not used for the longest time gives way to a new one, but never one in use. A request may ask for so much that its
 * statement takes a megabyte: those not used for the longest time also give way when all take more than
 * SQLITE_CACHE_BYTES. */
struct sqlite_slot {
	sqlite3_stmt *statement;
	uint64_t hash;
	char *text;
	size_t length;
	size_t memory; /* that the statement takes, in bytes */
	uint64_t used; /* the clock at its last use */
	bool busy;
};

struct sqlite_statements {
	struct sqlite_slot slots[SQLITE_CACHE_SETS * SQLITE_CACHE_WAYS];
	size_t memory;  /* of all of them */
	uint64_t clock; /* statements run */
};

/* A statement in use. */
struct sqlite_statement {
	sqlite3_stmt *statement;
	struct sqlite_slot *slot; /* NULL: it is finalized at the end */
};

/* Finds or prepares a statement; release it when it has run. Returns an SQLite result code; there is nothing to release
 * when it is not SQLITE_OK. */
int sqlite_statements_find(struct sqlite_statements *statements, sqlite3 *database, struct slice text,
                           struct sqlite_statement *found);
void sqlite_statement_release(struct sqlite_statement *statement);

/* Finalizes all, none of which is in use. */
void sqlite_statements_free(struct sqlite_statements *statements);

#endif
