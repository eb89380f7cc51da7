/* Files without an entry, and entries without their file. The folder is listed first, then the notes of what is under
 * way, and the entries last: a file that is being uploaded has a note until its entry is there. */
#include "place.h"
#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NOTE = 1024 * 1024 };

struct media_check {
	const struct config *config;
	struct arena *arena;
	int folder;        /* -1: it is not there */
	struct map listed; /* names in the folder; their values stand for whether somebody has them */
};

static char is_orphan, is_known;

static bool list_folder(struct media_check *check)
{
	int copy = openat(check->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	while (folder && (entry = readdir(folder))) {
		struct stat stat;
		if (entry->d_name[0] == '.' || fstatat(check->folder, entry->d_name, &stat, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(stat.st_mode))
			continue;
		const char *name = arena_copy(check->arena, slice_of(entry->d_name));
		map_set(&check->listed, slice_of(name), &is_orphan);
	}
	if (folder)
		closedir(folder);
	return folder != NULL;
}

static void know(struct media_check *check, struct slice name)
{
	if (map_get(&check->listed, name))
		map_set(&check->listed, name, &is_known);
}

static void read_note(struct media_check *check, const char *name)
{
	struct stat stat;
	int file = openat(check->folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (file < 0)
		return;
	if (fstat(file, &stat) == 0 && stat.st_size <= LONGEST_NOTE) {
		char *text = arena_alloc(check->arena, (size_t)stat.st_size + 1);
		const ssize_t len = pread(file, text, (size_t)stat.st_size, 0);
		struct slice rest = {text, len > 0 ? (size_t)len : 0}, line;
		while (rest.len && slice_split(&rest, '\n', &line))
			know(check, line);
	}
	close(file);
}

static void read_notes(struct media_check *check)
{
	int copy = openat(check->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;
	while (folder && (entry = readdir(folder)))
		if (strncmp(entry->d_name, ".note-", 6) == 0)
			read_note(check, entry->d_name);
	if (folder)
		closedir(folder);
}

struct media_check *media_check_begin(const struct config *config, struct arena *arena, struct error *error)
{
	struct media_check *check = arena_alloc(arena, sizeof *check);
	*check = (struct media_check){.config = config, .arena = arena};
	map_init(&check->listed, arena);
	check->folder = temporary_open_folder(config, false);
	if (check->folder < 0 && errno == ENOENT)
		return check;
	if (check->folder < 0 || !list_folder(check)) {
		error_internal(error, "the folder of uploads can't be read: %s", strerror(errno));
		media_check_end(check);
		return NULL;
	}
	read_notes(check);
	return check;
}

void media_check_end(struct media_check *check)
{
	if (check && check->folder >= 0)
		close(check->folder);
}

static bool has(struct media_check *check, struct json_object *url)
{
	const char *name = place_name_of(check->arena, check->config, url);
	if (!name)
		return true;
	/* The lists of names live longer than the entry. */
	name = arena_copy(check->arena, slice_of(name));
	know(check, slice_of(name));
	return map_get(&check->listed, slice_of(name)) != NULL;
}

bool media_check_entry(struct media_check *check, struct json_object *file, const char **lacks)
{
	struct json_object *formats = json_member_of_type(file, "formats", json_type_object);
	*lacks = NULL;
	if (!slice_is(json_string(json_member(file, "provider")), "local"))
		return true;
	const bool found = has(check, json_member(file, "url"));
	if (!formats)
		return found;
	json_object_object_foreach(formats, key, format)
	{
		if (!has(check, json_member(format, "url")) && !*lacks)
			*lacks = arena_copy(check->arena, slice_of(key));
	}
	return found;
}

const char **media_check_orphans(struct media_check *check, size_t *count)
{
	struct slice *names = map_keys(&check->listed, check->arena);
	const char **orphans = arena_array(check->arena, check->listed.count + 1, sizeof *orphans);
	*count = 0;
	for (size_t i = 0; i < check->listed.count; i++)
		if (map_get(&check->listed, names[i]) == &is_orphan)
			orphans[(*count)++] = arena_copy(check->arena, names[i]);
	return orphans;
}

size_t media_check_files(const struct media_check *check)
{
	return check->listed.count;
}

bool media_check_remove(struct media_check *check, const char *orphan, struct error *error)
{
	return unlinkat(check->folder, orphan, 0) == 0 || errno == ENOENT ||
	       error_internal(error, "the file %s can't be deleted: %s", orphan, strerror(errno));
}
