#include "kept_files.h"

#include "base/base.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
	SLOTS = 128, /* of a folder; each name has one, which it shares with others */
	MOST_BYTES = 256 * 1024,
};

struct kept_files {
	struct slot {
		pthread_mutex_t lock;
		struct http_kept_file *file;
	} slots[SLOTS];
};

struct kept_files *kept_files_create(void)
{
	struct kept_files *files = calloc(1, sizeof *files);
	if (!files)
		abort();
	for (size_t i = 0; i < SLOTS; i++)
		pthread_mutex_init(&files->slots[i].lock, NULL);
	return files;
}

void kept_files_free(struct kept_files *files)
{
	for (size_t i = 0; i < SLOTS; i++) {
		kept_file_release(files->slots[i].file);
		pthread_mutex_destroy(&files->slots[i].lock);
	}
	free(files);
}

void kept_file_release(struct http_kept_file *file)
{
	if (!file || atomic_fetch_sub_explicit(&file->uses, 1, memory_order_acq_rel) != 1)
		return;
	close(file->descriptor);
	free(file);
}

static struct slot *slot_of(struct kept_files *files, const char *name)
{
	return &files->slots[slice_hash(slice_of(name)) % SLOTS];
}

static bool is_same_time(struct timespec one, struct timespec other)
{
	return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

/* The same file, and nobody has written to it or changed who may read it. */
static bool is_unchanged(const struct stat *before, const struct stat *now)
{
	return before->st_ino == now->st_ino && before->st_dev == now->st_dev && before->st_size == now->st_size &&
	       is_same_time(before->st_mtim, now->st_mtim) && is_same_time(before->st_ctim, now->st_ctim);
}

/* Takes the file out of the slot and gives what was there back to the caller, with the slot's use of it. */
static struct http_kept_file *exchange_kept(struct slot *slot, struct http_kept_file *file)
{
	pthread_mutex_lock(&slot->lock);
	struct http_kept_file *before = slot->file;
	slot->file = file;
	pthread_mutex_unlock(&slot->lock);
	return before;
}

struct http_kept_file *kept_files_take(struct kept_files *files, int folder, const char *name)
{
	struct slot *slot = slot_of(files, name);
	struct http_kept_file *file;
	struct stat now;
	pthread_mutex_lock(&slot->lock);
	file = slot->file && strcmp(slot->file->name, name) == 0 ? slot->file : NULL;
	if (file)
		atomic_fetch_add_explicit(&file->uses, 1, memory_order_relaxed);
	pthread_mutex_unlock(&slot->lock);
	if (!file)
		return NULL;
	if (fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && is_unchanged(&file->stat, &now))
		return file;
	kept_file_release(file);
	/* What others have put there meanwhile is let go with it: it comes back with the next request. */
	kept_file_release(exchange_kept(slot, NULL));
	return NULL;
}

/* Attributes of these are never older than the file: nobody else has it. */
static bool is_local(int descriptor)
{
	static const long local[] = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,       BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
	                             F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC, 0x2FC12FC1 /* ZFS */};
	struct statfs system;
	if (fstatfs(descriptor, &system) != 0)
		return false;
	for (size_t i = 0; i < COUNT_OF(local); i++)
		if (system.f_type == local[i])
			return true;
	return false;
}

struct http_kept_file *kept_files_add(struct kept_files *files, const char *name, int descriptor,
                                      const struct stat *stat)
{
	const size_t length = strlen(name);
	if (stat->st_size > MOST_BYTES || memchr(name, '/', length) || !is_local(descriptor))
		return NULL;
	struct http_kept_file *file = malloc(sizeof *file + length + 1);
	if (!file)
		return NULL;
	atomic_init(&file->uses, 2);
	file->descriptor = descriptor;
	file->stat = *stat;
	memcpy(file->name, name, length + 1);
	kept_file_release(exchange_kept(slot_of(files, name), file));
	return file;
}
