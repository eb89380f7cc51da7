#include "file.h"

#include "connection.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static void set_mode(const char *path, const char *suffix, mode_t mode)
{
	char other[PATH_MAX];
	struct stat found;
	int length = snprintf(other, sizeof other, "%s%s", path, suffix);
	if (length < (int)sizeof other && stat(other, &found) == 0 && (found.st_mode & 0777) != mode)
		chmod(other, mode); /* if it fails, SQLite will say what it can't do */
}

void sqlite_match_modes(const char *path)
{
	struct stat found;
	if (stat(path, &found) != 0)
		return;
	mode_t mode = (found.st_mode & 0777) | S_IWUSR;
	set_mode(path, "-wal", mode);
	set_mode(path, "-shm", mode);
}

void sqlite_file_opened(struct sqlite_database *database)
{
	struct stat found;
	if (stat(database->path, &found) != 0)
		return;
	database->device = found.st_dev;
	database->inode = found.st_ino;
}

bool sqlite_file_is_there(struct sqlite_database *database)
{
	struct stat found;
	bool there =
	    stat(database->path, &found) == 0 && found.st_dev == database->device && found.st_ino == database->inode;
	if (atomic_exchange(&database->moved, !there) == !there)
		return there;
	if (there)
		log_message(LOG_WARNING, "The database %s is there again", database->path);
	else
		log_message(LOG_ERROR,
		            "The database %s was replaced or removed while it was served: what was in it is still "
		            "read, and nothing is written. Start the server again to serve the file that is there now",
		            database->path);
	return there;
}

void sqlite_file_watch(struct sqlite_database *database)
{
	const int64_t now = clock_coarse() / 1000;
	int64_t last = atomic_load_explicit(&database->watched, memory_order_relaxed);
	if (last != now && atomic_compare_exchange_strong(&database->watched, &last, now))
		sqlite_file_is_there(database);
}

bool sqlite_file_refuse(const struct sqlite_database *database, struct error *error)
{
	(void)database;
	return error_set(error, 503, "ServiceUnavailableError", "Service Unavailable");
}
