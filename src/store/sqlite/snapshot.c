#include "snapshot.h"
#include "base/base.h"

#include <stdatomic.h>
#include <string.h>

/* Where the header has the number of commits, and that of the frames that the log has; integers of the machine. */
enum { COMMITS_AT = 8, FRAMES_AT = 16 };

static bool uses_log(sqlite3 *database)
{
	sqlite3_stmt *statement;
	if (sqlite3_prepare_v2(database, "PRAGMA main.journal_mode", -1, &statement, NULL) != SQLITE_OK)
		return false;
	bool uses = sqlite3_step(statement) == SQLITE_ROW &&
	            strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
	sqlite3_finalize(statement);
	return uses;
}

void snapshot_find_index(struct snapshot *snapshot, sqlite3 *database)
{
	enum { REGION_SIZE = 32768 }; /* as SQLite itself asks for it */
	sqlite3_file *file = NULL;
	volatile void *region = NULL;
	if (snapshot->looked)
		return;
	snapshot->looked = true;
	if (!uses_log(database) ||
	    sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file->pMethods ||
	    file->pMethods->iVersion < 2)
		return;
	/* It is mapped already, and stays where it is. */
	if (file->pMethods->xShmMap(file, 0, REGION_SIZE, 0, &region) == SQLITE_OK)
		snapshot->index = region;
}

/* A commit that writes the header meanwhile has not returned: either header will do. */
static void read_header(const struct snapshot *snapshot, unsigned char *header)
{
	atomic_thread_fence(memory_order_acquire);
	memcpy(header, (const void *)(uintptr_t)snapshot->index, SNAPSHOT_HEADER);
	atomic_thread_fence(memory_order_acquire);
}

void snapshot_note_before(struct snapshot *snapshot)
{
	snapshot->steady = false;
	if (snapshot->index)
		read_header(snapshot, snapshot->header);
}

bool snapshot_is_newest(const struct snapshot *snapshot)
{
	unsigned char now[SNAPSHOT_HEADER];
	read_header(snapshot, now);
	return memcmp(now, snapshot->header, SNAPSHOT_HEADER) == 0;
}

void snapshot_note_after(struct snapshot *snapshot)
{
	snapshot->steady = snapshot->index && snapshot_is_newest(snapshot);
}

uint64_t snapshot_number(const struct snapshot *snapshot)
{
	return snapshot->steady ? slice_hash((struct slice){(const char *)snapshot->header, SNAPSHOT_HEADER}) : 0;
}

uint32_t snapshot_commits(const struct snapshot *snapshot)
{
	uint32_t commits;
	memcpy(&commits, snapshot->header + COMMITS_AT, sizeof commits);
	return commits;
}

bool snapshot_may_stay(const struct snapshot *snapshot)
{
	uint32_t frames;
	memcpy(&frames, snapshot->header + FRAMES_AT, sizeof frames);
	return snapshot->allowed && snapshot->steady && frames < SNAPSHOT_MOST_FRAMES;
}
