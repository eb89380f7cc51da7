/* Inside the room `store`: a table-valued function for SQLite, lectern_ids(?), whose rows are the ids bound to it by
 * pointer, or those of a blob (first_ids.h). With it the text of a statement does not depend on the number of ids. */
#ifndef LECTERN_STORE_SQLITE_IDS_H
#define LECTERN_STORE_SQLITE_IDS_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

struct sqlite_ids {
	const int64_t *ids;
	size_t count;
};

/* Adds the function to a connection. Returns an SQLite result code. */
int sqlite_ids_register(sqlite3 *database);

/* Binds `ids`, which must outlive the statement's run. Returns an SQLite result code. */
int sqlite_ids_bind(sqlite3_stmt *statement, int number, const struct sqlite_ids *ids);

#endif
