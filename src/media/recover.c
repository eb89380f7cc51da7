#include "recover.h"
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

/* Whether a file of that name has an entry, which was not changed before `since` (milliseconds). */
static bool has_entry(const struct recovery *recovery, struct slice name, int64_t since, bool *has, struct error *error)
{
	struct arena *arena = recovery->arena;
	const struct content_type *type = recovery->media->registry->file;
	const char *url = arena_format(arena, "/uploads/%.*s", (int)name.len, name.ptr);
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
	return true;
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

static bool apply(const struct recovery *recovery, struct slice text, struct error *error)
{
	struct slice line;
	int64_t since = 0;
	bool first = true, keeps = false, stale = false;
	if (!slice_split(&text, '\n', &line))
		return true;
	const bool replaces = slice_starts_with(line, SLICE("replace "));
	if (replaces)
		slice_to_int64((struct slice){line.ptr + 8, line.len - 8}, &since);
	while (slice_split(&text, '\n', &line)) {
		stale |= !line.len;
		if (!is_plain(line))
			continue;
		if (first && !has_entry(recovery, line, since, &keeps, error))
			return false;
		first = false;
		if (stale ? keeps : !replaces && !keeps)
			unlinkat(recovery->media->folder, arena_copy(recovery->arena, line), 0);
		else if (!stale && replaces)
			finish_replacement(recovery, line, keeps);
	}
	return true;
}

static bool read_note(const struct recovery *recovery, int file, struct error *error)
{
	struct stat stat;
	if (fstat(file, &stat) != 0 || stat.st_size > LONGEST_NOTE)
		return true;
	char *text = arena_alloc(recovery->arena, (size_t)stat.st_size + 1);
	ssize_t len = pread(file, text, (size_t)stat.st_size, 0);
	/* One that was not written whole had nothing begun. */
	return len <= 0 || text[len - 1] != '\n' || apply(recovery, (struct slice){text, (size_t)len}, error);
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
	bool done = true;
	if (flock(file, LOCK_EX | LOCK_NB) == 0) {
		if (note)
			log_message(LOG_INFO, "an upload that was cut short is finished or taken back");
		done = !note || read_note(recovery, file, error);
		if (done)
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
