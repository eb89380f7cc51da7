#include "watch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	DEEPEST = 16,       /* folders in folders */
	EVENT_BYTES = 16384 /* of events that are read at a time */
};

static const uint32_t changes =
    IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR;

struct watch {
	char *directory;
	int descriptor; /* of inotify */
	int root;       /* the watch of the project's own folder */
	bool warned;    /* that not all folders can be watched */
};

static bool is_left_out(const char *name)
{
	return name[0] == '.' || strcmp(name, "node_modules") == 0;
}

static bool is_folder(const char *path)
{
	struct stat found;
	return lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static int add(struct watch *watch, const char *path)
{
	const int added = inotify_add_watch(watch->descriptor, path, changes);
	if (added < 0 && errno != ENOENT && errno != ENOTDIR && !watch->warned) {
		watch->warned = true;
		log_message(LOG_WARNING, "Changes in %s are not noticed: %s", path, strerror(errno));
	}
	return added;
}

/* Adding a folder that is watched already changes nothing. */
static void add_folders(struct watch *watch, struct arena *arena, const char *path, unsigned depth)
{
	DIR *folder = add(watch, path) >= 0 && depth < DEEPEST ? opendir(path) : NULL;
	const struct dirent *entry;
	while (folder && (entry = readdir(folder))) {
		const char *within = arena_format(arena, "%s/%s", path, entry->d_name);
		if (!is_left_out(entry->d_name) && is_folder(within))
			add_folders(watch, arena, within, depth + 1);
	}
	if (folder)
		closedir(folder);
}

static void add_all(struct watch *watch)
{
	struct arena *arena = arena_create();
	watch->root = add(watch, watch->directory);
	add_folders(watch, arena, arena_format(arena, "%s/src", watch->directory), 0);
	add_folders(watch, arena, arena_format(arena, "%s/config", watch->directory), 0);
	arena_destroy(arena);
}

struct watch *watch_open(const char *directory, struct error *error)
{
	struct watch *watch = calloc(1, sizeof *watch);
	if (!watch)
		abort();
	watch->directory = strdup(directory);
	watch->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->descriptor < 0 || !watch->directory) {
		error_set(error, 500, "ConfigurationError", "Files can't be watched: %s", strerror(errno));
		watch_close(watch);
		return NULL;
	}
	add_all(watch);
	return watch;
}

void watch_close(struct watch *watch)
{
	if (!watch)
		return;
	if (watch->descriptor >= 0)
		close(watch->descriptor);
	free(watch->directory);
	free(watch);
}

int watch_descriptor(const struct watch *watch)
{
	return watch->descriptor;
}

/* In the project's own folder two files count: the database and uploads lie beside them. */
static bool counts(const struct watch *watch, const struct inotify_event *event)
{
	if (event->mask & IN_Q_OVERFLOW)
		return true;
	if (!event->len)
		return event->wd != watch->root && !(event->mask & IN_IGNORED);
	if (event->wd == watch->root)
		return strcmp(event->name, ".env") == 0 || strcmp(event->name, "package.json") == 0 ||
		       strcmp(event->name, "src") == 0 || strcmp(event->name, "config") == 0;
	/* A file is looked at when it has been written whole. Editors keep copies under hidden names. */
	return !is_left_out(event->name) && ((event->mask & IN_ISDIR) || !(event->mask & IN_CREATE));
}

bool watch_take(struct watch *watch)
{
	_Alignas(struct inotify_event) char events[EVENT_BYTES];
	bool changed = false;
	ssize_t len;
	while ((len = read(watch->descriptor, events, sizeof events)) > 0) {
		for (const char *at = events; at < events + len;) {
			const struct inotify_event *event = (const struct inotify_event *)(const void *)at;
			changed |= counts(watch, event);
			at += sizeof *event + event->len;
		}
	}
	if (changed)
		add_all(watch);
	return changed;
}
