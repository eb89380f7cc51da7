/* Inside the SQLite driver: snapshots that outlive their sessions.
 *
 * To begin and end a transaction takes locks, which are system calls, and a thread that serves begins one after the
 * other while mostly nothing changes in between. So it keeps its snapshot open from one session to the next, as long as
 * that is the newest: every commit, of whichever process, changes the header of the wal-index, which SQLite has in
 * shared memory (https://sqlite.org/walformat.html, 2.1), before it returns.
 *
 * A snapshot that is kept is one that a checkpoint has to stop at, so a log that is due for one (of as many frames as
 * the writer checkpoints at) is not kept open, and sqlite_rest closes the snapshot of a thread that has nothing to do.
 */
#ifndef LECTERN_STORE_SQLITE_SNAPSHOT_H
#define LECTERN_STORE_SQLITE_SNAPSHOT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SNAPSHOT_HEADER = 48,       /* bytes of the wal-index that each commit changes */
	SNAPSHOT_MOST_FRAMES = 4000 /* of the log: SQLite's wal_autocheckpoint of the writer */
};

struct snapshot {
	const volatile void *index; /* the wal-index, while the connection is open; NULL: it is not known */
	bool looked;                /* for the index */
	bool allowed;               /* the thread has promised to call sqlite_rest */
	bool steady;                /* `header` is that of the snapshot of the session that is under way */
	bool kept;                  /* the session has ended, the snapshot is open */
	unsigned char header[SNAPSHOT_HEADER];
};

/* Finds the wal-index of a database that has been read, when it was not looked for before. Where there is none, as of a
 * database that can only be read and has no log, snapshots are not kept. */
void snapshot_find_index(struct snapshot *snapshot, sqlite3 *database);

/* Before and after a transaction has begun: remembers what it sees. */
void snapshot_note_before(struct snapshot *snapshot);
void snapshot_note_after(struct snapshot *snapshot);

/* Whether nothing was committed since. */
bool snapshot_is_newest(const struct snapshot *snapshot);

/* A number that is the same for all that see what this snapshot does; 0 when that is not known. */
uint64_t snapshot_number(const struct snapshot *snapshot);

/* How many commits the header counts; it wraps. */
uint32_t snapshot_commits(const struct snapshot *snapshot);

/* Whether it may stay open behind the end of its session. */
bool snapshot_may_stay(const struct snapshot *snapshot);

#endif
