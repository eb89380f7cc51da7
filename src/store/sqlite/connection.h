/* Inside the SQLite driver: the database and its connections, and what SQLite's errors mean for a request. */
#ifndef LECTERN_STORE_SQLITE_CONNECTION_H
#define LECTERN_STORE_SQLITE_CONNECTION_H

#include "snapshot.h"
#include "statements.h"
#include "store/driver.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

struct driver_session {
	sqlite3 *database;
	sqlite3_stmt *begin, *commit, *version;
	struct sqlite_database *of;
	struct sqlite_statements statements;
	struct buffer scratch;     /* for cells */
	struct snapshot snapshot;  /* of sessions that read */
	uint64_t seen;             /* its version */
	int64_t timeout, deadline; /* of a statement, in milliseconds; the deadline on the monotonic clock. 0: none */
	struct budget *budget;     /* of the session, or NULL */
	bool changes; /* the statement at work changes something: interrupted, all of the transaction is lost */
};

/* One connection a thread for reading and one for writing: a connection does not see its own commits in data_version,
 * so those that read must not write. */
struct sqlite_database {
	const char *path; /* of the configuration, which lives longer */
	struct driver_session *connections;
	size_t count;
	int64_t timeout;              /* of a statement that reads, in milliseconds */
	struct driver_session writer; /* its database is NULL when it could not be opened anew */
	uint64_t writer_losses;       /* times that it was opened anew or did not commit */
	pthread_mutex_t writing;      /* held while a transaction writes */
	struct changes *changes;      /* see published.h; may be NULL */
	struct store_tables *written; /* by the transaction that writes */
	_Atomic uint64_t published;   /* snapshot_number of the last commit in *changes */
	uint32_t commits_before;      /* snapshot_commits when the transaction that writes began */
	dev_t device;                 /* with `inode`: the file that was opened; see file.h */
	ino_t inode;
	_Atomic bool moved;      /* its path leads elsewhere by now */
	_Atomic int64_t watched; /* the second of the monotonic clock when that was last looked at */
};

/* Opens a connection of the database, for reading where the file can't be written. Whatever was opened is to be closed
 * by sqlite_disconnect, also when this fails. */
bool sqlite_connect(struct driver_session *connection, struct sqlite_database *of, struct error *error);
void sqlite_disconnect(struct driver_session *connection);

/* The connection that writes; it is in database->writer. */
bool sqlite_connect_writer(struct sqlite_database *database, struct error *error);

bool sqlite_is_read_only(const struct driver_session *connection);

/* Runs a text of which no rows are wanted. */
bool sqlite_execute(struct driver_session *connection, const char *text, struct error *error);

/* Runs one of the connection's own statements to its end. */
bool sqlite_step_own(struct driver_session *connection, sqlite3_stmt *statement, struct error *error);

/* The version of what a transaction sees, which it fixes. */
bool sqlite_read_version(struct driver_session *connection, uint64_t *version, struct error *error);

/* Ends a transaction, if there still is one: SQLite rolls back by itself after some errors. */
void sqlite_abandon(struct driver_session *connection);

/* From here on the clock of a statement runs. */
void sqlite_start_clock(struct driver_session *connection);

/* The answer to a statement that failed with that result code: 400 where it broke a rule of the tables, 503 where
 * another attempt may do better, else 500. */
bool sqlite_refuse(const struct driver_session *connection, int result, struct error *error);

#endif
