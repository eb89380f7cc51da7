/* Inside the room `http`: small files of a folder that stay open, so that a request for one of them opens and closes
 * nothing.
 *
 * What is answered is what the folder has: each request asks the system which file the name stands for now, and a kept
 * file that is another one, or that was changed since, is let go. While a file is kept its number belongs to no other
 * one, so that the same number is the same file. Names are those right in the folder: on the way to others a folder may
 * have become a link to elsewhere.
 *
 * A removed file that is kept still takes its place on the disk, until its slot is needed: only files of at most
 * 256 KiB are kept. Others gain nothing from it.
 *
 * Threads: all functions, on any thread. */
#ifndef LECTERN_HTTP_KEPT_FILES_H
#define LECTERN_HTTP_KEPT_FILES_H

#include <stdatomic.h>
#include <sys/stat.h>

struct http_kept_file {
	_Atomic unsigned uses; /* its slot, and each answer that is made of it */
	int descriptor;
	struct stat stat;
	char name[];
};

struct kept_files;

/* Never NULL. */
struct kept_files *kept_files_create(void);

/* Answers may still have files of it. */
void kept_files_free(struct kept_files *files);

/* The file that `name` in `folder` (a descriptor) stands for, with a use of it for the caller; NULL when it is not
 * kept. */
struct http_kept_file *kept_files_take(struct kept_files *files, int folder, const char *name);

/* Keeps an open file, whose descriptor is taken over, with a use of it for the caller. NULL, and nothing is taken over,
 * when such a file is not kept: a large one, one in a folder of the folder, or one on a file system of which other
 * machines may know more. */
struct http_kept_file *kept_files_add(struct kept_files *files, const char *name, int descriptor,
                                      const struct stat *stat);

/* Ends a use. */
void kept_file_release(struct http_kept_file *file);

#endif
