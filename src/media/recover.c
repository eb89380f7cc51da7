#include "recover.h"
#include "logos.h"
#include "remove.h"
#include "s3/s3.h"
#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NOTE = 1024 * 1024 };

bool note_begin(const struct media *media, struct media_note *note, struct slice text, struct error *error)
{
	struct temporary file = {.file = -1};
	temporary_hidden_name("note", note->name);
	note->file =
	    openat(media->folder, note->name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (note->file < 0)
		return temporary_disk_error(errno, error);
	/* Who starts beside this process sees that it is at work. */
	flock(note->file, LOCK_EX | LOCK_NB);
	file.file = note->file;
	if (temporary_write(&file, text, error) && fsync(note->file) == 0)
		return true;
	int number = errno;
	note_end(media, note);
	return temporary_disk_error(number, error);
}

void note_end(const struct media *media, struct media_note *note)
{
	if (note->file < 0)
		return;
	unlinkat(media->folder, note->name, 0);
	close(note->file);
	note->file = -1;
}

/* ---- the next start ---- */

struct recovery {
	struct media *media;
	struct arena *arena;
	struct store_session *session;
};

/* What a note says of its names. */
enum what { INSERTED, REPLACED, REMOVED };

struct noted {
	enum what what;
	bool s3;       /* the names are keys of the bucket */
	int64_t since; /* REPLACED: the change of the entry is not older; milliseconds */
};

/* Whether a file of that name is a logo or has an entry, which was not changed before `since` (milliseconds). */
static bool has_entry(const struct recovery *recovery, const struct noted *noted, struct slice name, bool *has,
                      struct error *error)
{
	struct arena *arena = recovery->arena;
	const struct content_type *type = recovery->media->registry->file;
	const int64_t since = noted->since;
	const char *plain = arena_copy(arena, name);
	const char *url = noted->s3 ? s3_url(arena, recovery->media->config->uploads.s3, plain)
	                            : arena_format(arena, "/uploads/%s", plain);
	struct query *query = query_create(arena, type);
	int64_t count;
	query_add_condition(
	    arena, query,
	    query_compare(arena, model_attribute(type, SLICE("url")), QUERY_EQ, value_text(slice_of(url))));
	if (since)
		query_add_condition(arena, query,
		                    query_compare(arena, model_attribute(type, SLICE("updatedAt")), QUERY_GTE,
		                                  (struct value){.kind = VALUE_DATETIME, .integer = since}));
	if (!store_count(recovery->session, query, &count, error))
		return false;
	*has = count > 0;
	return *has || since || logos_have_url(recovery->session, url, has, error);
}

/* Only names that a note may have. */
static bool is_plain(struct slice name)
{
	return name.len && name.len < NAME_MAX - 8 && name.ptr[0] != '.' && !memchr(name.ptr, '/', name.len) &&
	       !memchr(name.ptr, '\0', name.len);
}

static void finish_replacement(const struct recovery *recovery, struct slice name, bool done)
{
	const int folder = recovery->media->folder;
	const char *plain = arena_copy(recovery->arena, name),
		   *waiting = arena_format(recovery->arena, ".new-%s", plain);
	if (done)
		renameat(folder, waiting, folder, plain);
	else
		unlinkat(folder, waiting, 0);
}

static bool read_what(struct slice line, struct noted *noted)
{
	static const char s3[] = "s3-", replace[] = "replace ";
	*noted = (struct noted){.what = INSERTED, .s3 = slice_starts_with(line, SLICE("s3-"))};
	if (noted->s3)
		line = (struct slice){line.ptr + sizeof s3 - 1, line.len - (sizeof s3 - 1)};
	if (slice_is(line, "insert"))
		return true;
	noted->what = REMOVED;
	if (slice_is(line, "remove"))
		return true;
	noted->what = REPLACED;
	return slice_starts_with(line, SLICE("replace ")) &&
	       slice_to_int64((struct slice){line.ptr + sizeof replace - 1, line.len - (sizeof replace - 1)},
	                      &noted->since);
}

/* One name, whose entry is there or not (`kept`). `stale`: it goes when the entry has changed. */
static void apply_name(const struct recovery *recovery, const struct noted *noted, struct slice name, bool kept,
                       bool stale)
{
	if (stale ? kept : noted->what != REPLACED && !kept)
		remove_name(recovery->media, noted->s3, arena_copy(recovery->arena, name));
	else if (!stale && noted->what == REPLACED && !noted->s3)
		finish_replacement(recovery, name, kept);
}

/* *stays: the note is to stay, for a start with another configuration. */
static bool apply(const struct recovery *recovery, struct slice text, bool *stays, struct error *error)
{
	struct slice line;
	struct noted noted;
	bool first = true, kept = false, stale = false;
	if (!slice_split(&text, '\n', &line) || !read_what(line, &noted))
		return true;
	*stays = noted.s3 && !recovery->media->config->uploads.s3;
	while (!*stays && slice_split(&text, '\n', &line)) {
		stale |= !line.len;
		if (noted.s3 ? !line.len : !is_plain(line))
			continue;
		if (first && !has_entry(recovery, &noted, line, &kept, error))
			return false;
		first = false;
		apply_name(recovery, &noted, line, kept, stale);
	}
	return true;
}

static bool read_note(const struct recovery *recovery, int file, bool *stays, struct error *error)
{
	struct stat stat;
	if (fstat(file, &stat) != 0 || stat.st_size > LONGEST_NOTE)
		return true;
	char *text = arena_alloc(recovery->arena, (size_t)stat.st_size + 1);
	ssize_t len = pread(file, text, (size_t)stat.st_size, 0);
	/* One that was not written whole had nothing begun. */
	return len <= 0 || text[len - 1] != '\n' || apply(recovery, (struct slice){text, (size_t)len}, stays, error);
}

/* A hidden file of ours, unless another process holds it. */
static bool recover_file(const struct recovery *recovery, const char *name, struct error *error)
{
	const int folder = recovery->media->folder;
	const bool note = strncmp(name, ".note-", 6) == 0;
	if (!note && strncmp(name, ".tmp-", 5) != 0)
		return true;
	int file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	if (file < 0)
		return true;
	bool done = true, stays = false;
	if (flock(file, LOCK_EX | LOCK_NB) == 0) {
		if (note)
			log_message(LOG_INFO, "an upload that was cut short is finished or taken back");
		done = !note || read_note(recovery, file, &stays, error);
		if (stays)
			log_message(LOG_WARNING,
			            "%s in the folder of uploads names files in S3, which is not configured", name);
		else if (done)
			unlinkat(folder, name, 0);
	}
	close(file);
	return done;
}

bool recover_folder(struct media *media, struct store *store, size_t thread, struct error *error)
{
	struct recovery recovery = {.media = media, .arena = arena_create()};
	bool done = store_begin_primary(store, thread, recovery.arena, &recovery.session, error);
	int copy = done ? openat(media->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	while (done && folder && (entry = readdir(folder)))
		done = entry->d_name[0] != '.' || recover_file(&recovery, entry->d_name, error);
	if (folder)
		closedir(folder);
	if (recovery.session)
		store_end(recovery.session);
	arena_destroy(recovery.arena);
	return done;
}
