/* Inside the room `store`: a connection of its own for changing tables. */
#ifndef LECTERN_STORE_MIGRATE_DATABASE_H
#define LECTERN_STORE_MIGRATE_DATABASE_H

#include "store/driver.h"

struct migration_database {
	enum database_client client;
	void *handle;         /* sqlite3 *, PGconn * */
	const char *path;     /* of an SQLite database */
	const char *settings; /* a statement that a transaction which begin has not begun needs; NULL: none does */
	/* What is there: rows of table, column and its type, of table, index and the columns of the
	 * index ("rating:desc,id"; before those of a unique one stands "unique "), of table and foreign key (NULL where
	 * keys can't be added to a table that exists). */
	const char *columns_query, *indexes_query, *keys_query;
	/* Tables that have the trigger of triggers.h, one a row; NULL: no table needs one. */
	const char *triggers_query;
	void (*close)(struct migration_database *database);
	/* Begins a transaction. `writing`: no other migration of the database runs at the same time. */
	bool (*begin)(struct migration_database *database, bool writing, struct error *error);
	/* Before begin(): tables will be made anew, so foreign keys are off from now on. NULL where none ever are. */
	bool (*expect_rebuilds)(struct migration_database *database, struct error *error);
	/* Copies what is committed to a new file beside the database, which only its owner may read. `path`: the file,
	 * in `arena`. NULL where tables are never made anew. */
	bool (*keep_copy)(struct migration_database *database, struct arena *arena, const char **path,
	                  struct error *error);
	/* Runs a statement that gives no rows. */
	bool (*run)(struct migration_database *database, const char *sql, struct error *error);
	/* The cells of all rows, one row after the other, as text in `arena`; NULL for null. */
	bool (*rows)(struct migration_database *database, const char *sql, struct arena *arena, const char ***cells,
	             size_t *row_count, struct error *error);
	/* Runs SQL of the project's code, as store_run_raw tells; all values are BIND_VALUE. */
	bool (*raw)(struct migration_database *database, struct slice text, const struct bind *binds, size_t count,
	            struct arena *arena, struct buffer *json, struct error *error);
};

/* Opens it; close it even when this failed. `create`: an SQLite file that does not exist is made; else it counts as
 * empty, and stays away. */
bool migration_open(struct migration_database *database, const struct config *config, bool create, struct arena *arena,
                    struct error *error);

#endif
