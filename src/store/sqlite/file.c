#include "file.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

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
	if (stat(path, &found) != 0)
		return;
	mode_t mode = (found.st_mode & 0777) | S_IWUSR;
	set_mode(path, "-wal", mode);
	set_mode(path, "-shm", mode);
}
