/* A copy of an SQLite database, made before its tables are made anew. */
#include "copy.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

enum { NAMES_TRIED = 100 };

/* An empty file of a name that is not taken, readable for its owner alone. */
static const char *make_file(const char *path, struct arena *arena)
{
	char when[32];
	struct tm utc;
	time_t now = time(NULL);
	strftime(when, sizeof when, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
	for (int i = 1; i <= NAMES_TRIED; i++) {
		const char *name = i == 1 ? arena_format(arena, "%s.before-%s", path, when)
		                          : arena_format(arena, "%s.before-%s-%d", path, when, i);
		int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (descriptor >= 0)
			close(descriptor);
		if (descriptor >= 0 || errno != EEXIST)
			return descriptor >= 0 ? name : NULL;
	}
	return NULL;
}

static int copy_pages(sqlite3 *from, sqlite3 *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	if (!backup)
		return sqlite3_errcode(to);
	int result = sqlite3_backup_step(backup, -1);
	int finished = sqlite3_backup_finish(backup);
	return result == SQLITE_DONE ? finished : result;
}

/* A connection of its own reads what is committed, whatever the one that migrates has locked. */
static int copy_database(const char *path, const char *copy)
{
	sqlite3 *from = NULL, *to = NULL;
	int result = sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL);
	if (result == SQLITE_OK)
		result = sqlite3_open_v2(copy, &to, SQLITE_OPEN_READWRITE, NULL);
	/* Flushed to the disk before anything is changed. */
	if (result == SQLITE_OK)
		result = sqlite3_exec(to, "pragma synchronous = full", NULL, NULL, NULL);
	if (result == SQLITE_OK)
		result = copy_pages(from, to);
	sqlite3_close(from);
	int closed = sqlite3_close(to);
	return result == SQLITE_OK ? closed : result;
}

bool migration_copy_sqlite(const char *path, struct arena *arena, const char **copy, struct error *error)
{
	*copy = make_file(path, arena);
	if (!*copy)
		return error_set(error, 500, "ConfigurationError",
		                 "Tables of %s must be made anew, and no copy can be made beside it first: %s", path,
		                 strerror(errno));
	int result = copy_database(path, *copy);
	if (result == SQLITE_OK)
		return true;
	unlink(*copy);
	return error_set(error, 503, "ServiceUnavailableError",
	                 "Tables of %s must be made anew, and it can't be copied to %s first: %s", path, *copy,
	                 sqlite3_errstr(result));
}
