#include "sqlite_file.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void set_mode(const char *path, const char *suffix, mode_t mode)
{
	char beside[PATH_MAX];
	struct stat found;
	int length = snprintf(beside, sizeof beside, "%s%s", path, suffix);
	if (length < (int)sizeof beside && stat(beside, &found) == 0 && (found.st_mode & 0777) != mode)
		chmod(beside, mode); /* if it fails, SQLite will say what it can't do */
}

void sqlite_match_modes(const char *path)
{
	struct stat found;
	if (stat(path, &found) != 0 || access(path, W_OK) != 0)
		return;
	set_mode(path, "-wal", found.st_mode & 0777);
	set_mode(path, "-shm", found.st_mode & 0777);
}
