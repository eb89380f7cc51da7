/* The file that the servers of a folder share: a line of JSON a shape. It is read, merged and replaced under a lock of
 * its own, so that none of them loses what another has written. */
#include "shapes.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 8 << 20 };

static const char *path_of(struct arena *arena, const char *folder, const char *ending)
{
	return arena_format(arena, "%s/.tmp/lectern-shapes.jsonl%s", folder, ending);
}

struct slice shapes_read_file(const char *folder, struct arena *arena)
{
	struct slice text = {"", 0};
	struct stat status;
	const int file = open(path_of(arena, folder, ""), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (file < 0)
		return text;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST_FILE) {
		char *bytes = arena_alloc_unset(arena, (size_t)status.st_size + 1);
		ssize_t length = read(file, bytes, (size_t)status.st_size);
		if (length > 0)
			text = (struct slice){bytes, (size_t)length};
	}
	close(file);
	return text;
}

/* ---- merging ---- */

struct merged {
	struct slice json; /* the members that shape_write wrote, and the hash before them */
	uint64_t hash;
	int64_t count, rows, steps, nanoseconds, longest;
};

struct merging {
	struct arena *arena;
	struct merged *shapes;
	size_t count, capacity;
};

static struct merged *find(struct merging *merging, uint64_t hash)
{
	for (size_t i = 0; i < merging->count; i++)
		if (merging->shapes[i].hash == hash)
			return &merging->shapes[i];
	merging->shapes =
	    arena_grow(merging->arena, merging->shapes, merging->count, &merging->capacity, sizeof *merging->shapes);
	struct merged *shape = &merging->shapes[merging->count++];
	*shape = (struct merged){.hash = hash};
	return shape;
}

static int64_t number_of(struct json_object *line, const char *name)
{
	const int64_t number = json_object_get_int64(json_member(line, name));
	return number > 0 ? number : 0;
}

/* A line begins with the numbers, and the shape follows; a line that is not such is dropped. */
static void take_line(struct merging *merging, struct slice line)
{
	static const char mark[] = ",\"table\":";
	const char *shape = memmem(line.ptr, line.len, mark, sizeof mark - 1);
	struct json_object *json = shape ? json_parse_stored(line) : NULL;
	const char *hash = json ? json_object_get_string(json_member(json, "shape")) : NULL;
	if (hash) {
		struct merged *merged = find(merging, strtoull(hash, NULL, 16));
		merged->json = (struct slice){shape + 1, line.len - (size_t)(shape + 1 - line.ptr)};
		merged->count += number_of(json, "count");
		merged->rows += number_of(json, "rows");
		merged->steps += number_of(json, "steps");
		merged->nanoseconds += number_of(json, "nanoseconds");
		merged->longest = number_of(json, "longest");
	}
	json_object_put(json);
}

static void take_added(struct merging *merging, const struct shape *added)
{
	struct merged *merged = find(merging, added->hash);
	merged->json = slice_of(arena_format(merging->arena, "%s}", added->json));
	merged->count += added->count;
	merged->rows += added->rows;
	merged->steps += added->steps;
	merged->nanoseconds += added->nanoseconds;
	if (merged->longest < added->longest)
		merged->longest = added->longest;
}

static int compare_cost(const void *a, const void *b)
{
	const struct merged *one = a, *other = b;
	return one->nanoseconds < other->nanoseconds ? 1 : one->nanoseconds > other->nanoseconds ? -1 : 0;
}

static void write_lines(struct buffer *text, struct merging *merging)
{
	if (merging->count)
		qsort(merging->shapes, merging->count, sizeof *merging->shapes, compare_cost);
	for (size_t i = 0; i < merging->count && i < SHAPES_MOST; i++) {
		const struct merged *shape = &merging->shapes[i];
		buffer_format(text,
		              "{\"shape\":\"%016llx\",\"count\":%lld,\"rows\":%lld,\"steps\":%lld,\"nanoseconds\":%lld,"
		              "\"longest\":%lld,",
		              (unsigned long long)shape->hash, (long long)shape->count, (long long)shape->rows,
		              (long long)shape->steps, (long long)shape->nanoseconds, (long long)shape->longest);
		buffer_slice(text, shape->json);
		buffer_byte(text, '\n');
	}
}

/* ---- writing ---- */

static bool replace(struct arena *arena, const char *folder, struct slice text)
{
	const char *new_path = path_of(arena, folder, ".new");
	const int file = open(new_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file < 0)
		return false;
	bool done = write(file, text.ptr, text.len) == (ssize_t)text.len;
	done = close(file) == 0 && done && rename(new_path, path_of(arena, folder, "")) == 0;
	if (!done)
		unlink(new_path);
	return done;
}

static bool merge(struct arena *arena, const char *folder, const struct shape *added, size_t count)
{
	struct merging merging = {.arena = arena};
	struct slice rest = shapes_read_file(folder, arena), line;
	struct buffer text = {0};
	while (slice_split(&rest, '\n', &line))
		if (line.len)
			take_line(&merging, line);
	for (size_t i = 0; i < count; i++)
		take_added(&merging, &added[i]);
	write_lines(&text, &merging);
	const bool done = replace(arena, folder, buffer_as_slice(&text));
	buffer_free(&text);
	return done;
}

/* A server that is stopped while it has the lock must not keep others from ending. */
static bool take_lock(int lock)
{
	enum { TRIES = 100, PAUSE_US = 10000 };
	for (int i = 0; i < TRIES && lock >= 0; i++) {
		if (flock(lock, LOCK_EX | LOCK_NB) == 0)
			return true;
		usleep(PAUSE_US);
	}
	return false;
}

bool shapes_add_to_file(const char *folder, const struct shape *added, size_t count)
{
	struct arena *arena = arena_create();
	if (mkdir(arena_format(arena, "%s/.tmp", folder), 0777) != 0 && errno != EEXIST) {
		arena_destroy(arena);
		return false;
	}
	const int lock = open(path_of(arena, folder, ".lock"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	const bool done = take_lock(lock) && merge(arena, folder, added, count);
	if (lock >= 0)
		close(lock);
	arena_destroy(arena);
	return done;
}
