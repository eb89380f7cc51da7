/* Inside the room `store`: an aggregate function for SQLite that sorts and cuts ids,
 *
 *     lectern_first_ids(limit, offset, directions, id, key, …)
 *
 * gives those that `ORDER BY key, …, id LIMIT limit OFFSET offset` would, as a blob that lectern_ids takes.
 * `directions` has a letter for each key and one for the id: 'a' ascending, 'd' descending. Keys compare as SQLite
 * compares them without a collation. SQLite itself keeps the first rows of a sort in a tree of records, which costs
 * several times as much. */
#ifndef LECTERN_STORE_SQLITE_FIRST_IDS_H
#define LECTERN_STORE_SQLITE_FIRST_IDS_H

#include <sqlite3.h>

enum {
	FIRST_IDS_MOST = 1000, /* limit and offset together */
	FIRST_IDS_KEYS = 8,
	FIRST_IDS_BYTES = 1 << 22 /* of the texts of all keys that are kept: with more the function fails */
};

/* Adds the function to a connection. Returns an SQLite result code. */
int first_ids_register(sqlite3 *database);

#endif
